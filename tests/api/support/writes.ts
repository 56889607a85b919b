import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Tables that reads also write to. */
const TOUCHED = ["sessions", "api_tokens", "state_tokens", "login_attempts"];

/** Numbers the rows that committed statements insert, update or delete, in all other tables. */
export async function countWrites(db: Database): Promise<() => Promise<number>> {
  await db.execute(sql`create table test_writes (id bigint generated always as identity primary key)`);
  await db.execute(sql`
    create function test_write() returns trigger language plpgsql as
    $$ begin insert into test_writes default values; return null; end $$`);
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'test_writes'`,
  );
  for (const { name } of tables.filter(({ name }) => !TOUCHED.includes(name))) {
    await db.execute(sql`
      create trigger test_write after insert or update or delete on ${sql.identifier(name)}
      for each row execute function test_write()`);
  }
  return async () => {
    const [row] = await db.execute<{ count: number }>(sql`select coalesce(max(id), 0)::int as count from test_writes`);
    return row?.count ?? 0;
  };
}
