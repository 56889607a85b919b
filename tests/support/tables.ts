import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/** The tables with a text anywhere in a row, as in `pg_dump`. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.execute(
      sql`select 1 from ${sql.identifier(name)} as r where position(${text} in r::text) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** How many rows each table has. */
export async function rowCounts(db: Db): Promise<unknown> {
  const rows = await db.execute(sql`
    select table_name as name,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as rows
    from information_schema.tables where table_schema = 'public' order by 1`);
  return [...rows];
}
