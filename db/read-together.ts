import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";

type Read = SQLWrapper & PromiseLike<object[]>;
type Rows<Reads> = { [Name in keyof Reads]: Reads[Name] extends PromiseLike<infer List> ? List : never };

/**
 * Several reads of few rows as one statement, seen at one moment. The rows arrive as JSON: select columns of numbers, texts,
 * booleans and JSON, under their own names.
 */
export async function readTogether<Reads extends Record<string, Read>>(db: Db, reads: Reads): Promise<Rows<Reads>> {
  const [found] = await db.execute(together(reads));
  // One list for each name, as its read says.
  return found as Rows<Reads>;
}

/** The same as a prepared statement, of one row. */
export const preparedTogether = <Reads extends Record<string, Read>>(build: (db: Db) => Reads) =>
  preparedSql<Rows<Reads>>((db) => together(build(db)));

function together(reads: Record<string, Read>): SQL {
  const lists = Object.entries(reads).map(
    ([name, read]) => sql`(select coalesce(json_agg(one), '[]') from ${read} one) as ${sql.identifier(name)}`,
  );
  return sql`select ${sql.join(lists, sql`, `)}`;
}
