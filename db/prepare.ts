import type postgres from "postgres";
import { withoutValues } from "@/db/without-values";

/**
 * Each length of a long value list is a statement of its own; keeping them prepared would fill the connection's
 * memory.
 */
const MAX_PREPARED_VALUES = 100;

/** Only one statement at a time can be prepared, and without values a text may hold several. */
const isOneSelect = (text: string): boolean => text.startsWith("select ") && !text.includes(";");

/**
 * Prepares statements once per connection and skips the round trip for parameter types. A failed statement clears its
 * values: Drizzle puts what the array still holds into its error. A result starts with its first row.
 */
export function prepare(
  statements: Pick<postgres.Sql, "unsafe">,
  isPrepared: boolean,
  onFailed: (error: unknown) => void = () => {},
): void {
  const { unsafe } = statements;
  statements.unsafe = ((text, params = [], options = {}) => {
    const isKept = isPrepared && params.length <= MAX_PREPARED_VALUES && (params.length > 0 || isOneSelect(text));
    const query = unsafe(text, params, { ...options, prepare: isKept, ...(isKept && { simple: false }) });
    const { then } = query;
    const failed = (error: unknown): never => {
      params.length = 0;
      const reported = withoutValues(error);
      onFailed(reported);
      throw reported;
    };
    // biome-ignore lint/suspicious/noThenProperty: a query is already a promise, sent once it is awaited.
    query.then = (onDone, onFailed) =>
      (then.call(query, withoutHoles, failed) as Promise<Awaited<typeof query>>).then(onDone, onFailed);
    return query;
  }) as typeof unsafe;
}

/**
 * postgres.js 3.4.9 goes on counting rows when a statement fails in the middle of its result: the next result on its
 * connection begins with as many holes, as if nothing was found.
 */
function withoutHoles<Rows>(rows: Rows): Rows {
  if (Array.isArray(rows) && rows.length > 0 && !(0 in rows)) {
    rows.splice(
      0,
      rows.findIndex((_, at) => at in rows),
    );
  }
  return rows;
}
