import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

const MAX_ID = 2_147_483_647;

/** Rows with ids below `before`, the newest of them; or above `after`, the oldest of those. */
export type Place = { before?: number | undefined; after?: number | undefined };

/**
 * The condition and order of a page of a list that is newest first: the rows with these values at this place.
 * An index on the columns and the id gives it at any depth. Rows are compared as a whole so that no other index gives the same
 * order: when Postgres misjudges how many rows have the values, it would rather walk along the ids of all the others.
 */
export function newest(
  values: readonly (readonly [PgColumn, number | string | SQL])[],
  id: PgColumn,
  { before, after }: Place = {},
): { where: SQL; order: SQL[] } {
  const columns = values.map(([column]) => column);
  const wanted = values.map(([, value]) => sql`${value}`);
  const [beyond, within, direction] = isOnwards({ before, after }) ? [sql`>`, sql`<=`, asc] : [sql`<`, sql`>=`, desc];
  const all = sql`(${list([...columns, id])}) ${beyond} (${list([...wanted, sql`${before ?? after ?? MAX_ID}`])})`;
  return {
    where: sql`${all} and (${list(columns)}) ${within} (${list(wanted)})`,
    order: [...columns, id].map((column) => direction(column)),
  };
}

/** Whether the page is read from its older end. */
export const isOnwards = ({ before, after }: Place): boolean => before === undefined && after !== undefined;

/** Whether the id is one of those on a page. In an array they are looked up by index; the plan of a join varies. */
export const isOnPage = (id: PgColumn, page: SQLWrapper): SQL => sql`${id} = any(array(${page}))`;

const list = (parts: readonly (PgColumn | SQL)[]): SQL =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );
