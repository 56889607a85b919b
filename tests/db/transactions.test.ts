import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { type Database, type Db, openDatabase } from "@/db/client";
import { freshDatabase } from "../support/database";

const witness = await freshDatabase();

beforeEach(async () => {
  await witness.execute(sql`drop table if exists written`);
  await witness.execute(sql`create table written (n int, how text)`);
});

/** Without a parameter, because then nothing is sent ahead of the previous statement's response. */
const write = (db: Db, n: number, how: string) => send(db, `insert into written values (${n}, '${how}')`);

/** Executes immediately: Drizzle's own queries wait until they are awaited. */
const send = async (db: Db, statement: string) => await db.execute(sql.raw(statement));

const writtenBy = async (how: string): Promise<number[]> => {
  const rows = await witness.execute<{ n: number }>(sql`select n from written where how = ${how} order by n`);
  return rows.map(({ n }) => n);
};

const failuresOf = async (sent: PromiseLike<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(sent)).flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

async function withPool<Result>(max: number, run: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(process.env.DATABASE_URL ?? "", { max });
  try {
    return await run(db);
  } finally {
    await db.close();
  }
}

const connections = async (state: string): Promise<number> => {
  const [row] = await witness.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and state = ${state}`);
  return row?.n ?? 0;
};

// postgres.js sends up to 100 messages behind the running one, and did not reserve the connection for a trailing BEGIN.
describe("statements outside a transaction never use its connection", () => {
  const ROUNDS = 10;

  test.each([98, 99, 100, 101])("with %d of them queued behind a running one", async (ahead) => {
    await withPool(1, async (db) => {
      const sent: Promise<unknown>[] = [];
      for (const round of upTo(ROUNDS)) {
        const runs = send(db, "select pg_sleep(0.05)");
        sent.push(runs, ...upTo(ahead).map((n) => write(db, round * 1000 + n, "alone")));
        await setImmediate();
        sent.push(db.transaction((tx) => write(tx, round, "together")));
        await Promise.allSettled([runs]);
      }
      expect(await failuresOf(sent)).toEqual([]);
      expect(await connections("idle in transaction")).toBe(0);
    });
    expect(await writtenBy("alone")).toEqual(upTo(ROUNDS).flatMap((round) => upTo(ahead).map((n) => round * 1000 + n)));
    expect(await writtenBy("together")).toEqual(upTo(ROUNDS));
  });

  test.each([1, 2, 20])("with 200 at once, beside 200 transactions, on a cold pool of %d", async (max) => {
    await withPool(max, async (db) => {
      const sent = upTo(200).flatMap((n) => [
        db.execute(sql`insert into written values (${n}, 'alone')`),
        db.transaction((tx) => tx.execute(sql`insert into written values (${n}, 'together')`)),
      ]);
      expect(await failuresOf(sent)).toEqual([]);
    });
    expect(await writtenBy("alone")).toEqual(upTo(200));
    expect(await writtenBy("together")).toEqual(upTo(200));
  });

  test("with long ones that fill the socket's buffer", async () => {
    const long = "x".repeat(100_000);
    await withPool(1, async (db) => {
      const statements = upTo(50).map((n) => send(db, `insert into written values (${n}, left('${long}', 1))`));
      const transactions = upTo(5).map((n) => db.transaction((tx) => write(tx, n, "together")));
      await Promise.all([...statements, ...transactions]);
    });
    expect(await writtenBy("x")).toEqual(upTo(50));
    expect(await writtenBy("together")).toEqual(upTo(5));
  });
});

test("the comments on postgres.js in db/driver.ts and db/connect.ts were checked against this version", () => {
  const installed = JSON.parse(readFileSync("node_modules/postgres/package.json", "utf8"));
  expect(installed.version).toBe("3.4.9");
});
