import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Like `inArray`, but the statement is the same for any number of values, so it is prepared once. */
export const isOneOf = (column: PgColumn, values: readonly number[] | readonly string[] | Placeholder): SQL =>
  sql`${column} = any(${sql.param(values)})`;

export const isNoneOf = (column: PgColumn, values: readonly number[]): SQL =>
  sql`${column} <> all(${sql.param(values)})`;

/** Each once. */
export const idsIn = (given: readonly (number | null)[]): number[] => [...new Set(given)].filter((id) => id !== null);

/** Reads rows by id; ids may repeat or be missing. Makes no query if there are none. */
export async function forIds<Row>(
  given: readonly (number | null)[],
  read: (ids: number[]) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const ids = idsIn(given);
  return ids.length > 0 ? await read(ids) : [];
}
