import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "@/db/client";
import { freshDatabase } from "../support/database";

await freshDatabase();

/** Postgres sends two rows, and then an error. */
const failsInTheMiddle = (db: Db) =>
  expect(db.execute(sql`select 1 / (3 - n) from generate_series(1, 5) n`)).rejects.toThrow();

// postgres.js goes on counting rows: the next result on the connection began with two holes, as if nothing was found.
test.each([
  ["a statement", (db: Db) => db.execute<{ n: number }>(sql`select 7 as n`)],
  ["a prepared one", (db: Db) => db.execute<{ n: number }>(sql`select ${7}::int as n`)],
  ["one of Drizzle's", (db: Db) => db.select({ n: sql<number>`7` }).from(sql`generate_series(1, 1)`)],
])("%s finds its rows after another has failed in the middle of its result", async (_, select) => {
  const db = openDatabase(process.env.DATABASE_URL ?? "", { max: 1 });
  try {
    for (let round = 0; round < 2; round++) {
      await failsInTheMiddle(db);
      expect([...(await select(db))]).toEqual([{ n: 7 }]);
      await db
        .transaction(async (tx) => {
          await failsInTheMiddle(tx).catch(() => undefined);
        })
        .catch(() => undefined);
      expect([...(await db.transaction(select))]).toEqual([{ n: 7 }]);
    }
  } finally {
    await db.close();
  }
});
