import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, type Db, openDatabase } from "@/db/client";
import { transactionIf } from "@/db/savepoint";
import { freshDatabase } from "../support/database";

const witness = await freshDatabase();

let name = "";

beforeAll(async () => {
  await witness.execute(sql`create table written (n int)`);
  const [row] = await witness.execute<{ name: string }>(sql`select current_database() as name`);
  name = row?.name ?? "";
});

/** Of sessions that begin from now on. */
const setReadOnly = async (value: "on" | "off") => {
  await witness.execute(
    sql`alter database ${sql.identifier(name)} set default_transaction_read_only = ${sql.raw(value)}`,
  );
};

let db: Database;

/** As at the end of a failover: the sessions are still read-only, and the database is not any more. */
beforeEach(async () => {
  await setReadOnly("on");
  db = openDatabase(process.env.DATABASE_URL ?? "", { max: 1 });
  await db.execute(sql`select 1`);
  await db.transaction((tx) => tx.execute(sql`select 1`));
  await setReadOnly("off");
});

const write = (pool: Db) => pool.execute(sql`insert into written values (1)`);

const writes: Record<string, (pool: Db) => Promise<unknown>> = {
  "a statement": async (pool) => await write(pool),
  "a transaction": (pool) => pool.transaction(write),
  "a transaction within a transaction": (pool) => pool.transaction((tx) => transactionIf(tx, () => true, write)),
};

test.each(Object.entries(writes))("%s that a read-only session refused is the last one it gets", async (_, run) => {
  await expect(run(db)).rejects.toMatchObject({ cause: { code: "25006" } });
  await run(db);
  await db.close();
});
