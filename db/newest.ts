import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";

const MAX_ID = 2_147_483_647;

/** Rows with ids below `before`, the newest of them; or above `after`, the oldest of those. */
export type Place = { before?: number | SQL | undefined; after?: number | SQL | undefined };

type Values = readonly (readonly [PgColumn, number | string | SQL])[];

/**
 * The condition and order of a page of a list that is newest first: the rows with these values at this place.
 * An index on the columns and the id gives it at any depth. Rows are compared as a whole so that no other index gives the same
 * order: when Postgres misjudges how many rows have the values, it would rather walk along the ids of all the others.
 */
export function newest(values: Values, id: PgColumn, { before, after }: Place = {}): { where: SQL; order: SQL[] } {
  const columns = values.map(([column]) => column);
  const wanted = values.map(([, value]) => sql`${value}`);
  const [beyond, within, direction] = isOnwards({ before, after }) ? [sql`>`, sql`<=`, asc] : [sql`<`, sql`>=`, desc];
  const all = sql`(${list([...columns, id])}) ${beyond} (${list([...wanted, sql`${before ?? after ?? MAX_ID}`])})`;
  return {
    where: columns.length === 0 ? all : sql`${all} and (${list(columns)}) ${within} (${list(wanted)})`,
    order: [...columns, id].map((column) => direction(column)),
  };
}

/** Whether the page is read from its older end. */
export const isOnwards = ({ before, after }: Place): boolean => before === undefined && after !== undefined;

/** Whether the id is one of those on a page. In an array they are looked up by index; the plan of a join varies. */
export const isOnPage = (id: PgColumn, page: SQLWrapper): SQL => sql`${id} = any(array(${page}))`;

/** So many rows around a time are looked at for the ids there. */
const NEAR = 10_000;

/**
 * Where a list begins of which only rows created in this period are wanted; an index on the values and `created` knows it.
 * Ids grow with time, but transactions overlap and clocks go back: of all rows near the end of the period, the farthest id counts.
 * A row that a clock far behind has dated wrongly may still be missed, so what must be complete begins at the end of the list.
 */
export function placeInPeriod(
  db: Db,
  values: Values,
  { id, created }: { id: PgColumn; created: PgColumn },
  { before, after, since, until }: Place & { since?: string | undefined; until?: string | undefined },
): Place {
  const idsNear = (place: Place) => {
    const { where, order } = newest(values, created, place);
    return db
      .select({ id })
      .from(created.table)
      .where(where)
      .orderBy(...order)
      .limit(NEAR);
  };
  if (isOnwards({ before, after })) {
    if (since === undefined) return { after };
    const ids = idsNear({ after: sql`${since}::timestamptz - interval '1 microsecond'` });
    return { after: sql`greatest(${after}::int, (select min(id) - 1 from (${ids}) near))` };
  }
  if (until === undefined || Date.parse(until) > Date.now()) return { before };
  const ids = idsNear({ before: sql`${until}::timestamptz` });
  return { before: sql`least(${before ?? MAX_ID}::int, (select coalesce(max(id), 0) + 1 from (${ids}) near))` };
}

const list = (parts: readonly (PgColumn | SQL)[]): SQL =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );
