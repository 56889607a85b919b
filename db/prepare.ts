import { makePgArray } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { withoutValues } from "@/db/without-values";

/**
 * Each length of a long value list is a statement of its own; keeping them prepared would fill the connection's
 * memory.
 */
const MAX_PREPARED_VALUES = 100;
/** How many values one statement can have. */
const MAX_VALUES = 65_533;

/** Only one statement at a time can be prepared, and without values a text may hold several. */
const isOneSelect = (text: string): boolean => text.startsWith("select ") && !text.includes(";");

type Ports = {
  /** With the error of a statement, without its values. */
  failed?(error: unknown): void;
  /** A statement has been answered, or failed. */
  settled?(): void;
};

/**
 * Prepares statements once per connection and skips the round trip for parameter types. A failed statement clears its
 * values: Drizzle puts what the array still holds into its error. A result starts with its first row.
 */
export function prepare(statements: Pick<postgres.Sql, "unsafe">, isPrepared: boolean, ports: Ports = {}): void {
  const { unsafe } = statements;
  statements.unsafe = ((text, params = [], options = {}) => {
    if (params.length > MAX_VALUES || !params.every(isWritable)) {
      const error = new TypeError("a value cannot be sent to Postgres");
      ports.failed?.(error);
      refuse(params, error);
    }
    const isKept = isPrepared && params.length <= MAX_PREPARED_VALUES && (params.length > 0 || isOneSelect(text));
    const query = unsafe(text, params.map(asText), { ...options, prepare: isKept, ...(isKept && { simple: false }) });
    const { then } = query;
    const done = (rows: unknown) => {
      ports.settled?.();
      return withoutHoles(rows);
    };
    const failed = (error: unknown): never => {
      ports.settled?.();
      params.length = 0;
      const reported = withoutValues(error);
      ports.failed?.(reported);
      throw reported;
    };
    // biome-ignore lint/suspicious/noThenProperty: a query is already a promise, sent once it is awaited.
    query.then = (onDone, onFailed) =>
      (then.call(query, done, failed) as Promise<Awaited<typeof query>>).then(onDone, onFailed);
    return query;
  }) as typeof unsafe;
}

/** Fails a statement that is not sent. */
export function refuse(params: unknown[] = [], error: Error): never {
  params.length = 0;
  throw error;
}

type Value = postgres.ParameterOrJSON<never>;

const WRITABLE = new Set(["string", "number", "bigint", "boolean"]);

const isWritable = (value: unknown): boolean =>
  WRITABLE.has(typeof value) ||
  value === null ||
  value instanceof Uint8Array ||
  (Array.isArray(value) && value.every((element) => isWritable(element) && !(element instanceof Uint8Array)));

/** What every type can be written from: Drizzle lets postgres.js send times and JSON as they are, and a number has no length. */
const asText = (value: Value): Value =>
  typeof value === "number" ? String(value) : Array.isArray(value) ? makePgArray(value) : value;

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
