import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "@/db/client";
import { freshDatabase, withPool } from "../support/database";

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
  await withPool(1, async (db) => {
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
  });
});

/** Runs a statement on the connection, behind which others have to wait. */
async function occupy(db: Db): Promise<{ running: Promise<unknown> }> {
  const running = db.execute(sql`select pg_sleep(0.1)`).then((rows) => rows);
  await setImmediate();
  return { running };
}

// postgres.js rejected the statement before it instead, and from then on each got the rows of the next.
test.each([
  ["an object", { toString: () => "text" }],
  ["a value that is missing", undefined],
])("a statement with %s is refused, and others get their own rows", async (_, value) => {
  await withPool(1, async (db) => {
    const select = (n: unknown) => db.execute<{ n: string }>(sql`select ${sql.param(n)}::text as n`);
    await select("prepared");
    const { running } = await occupy(db);
    const refused = expect(select(value)).rejects.toMatchObject({ cause: { name: "TypeError" } });
    const rows = await Promise.all(["1", "2", "3"].map(select));
    expect(rows.map(([row]) => row?.n)).toEqual(["1", "2", "3"]);
    await Promise.all([running, refused]);
  });
});

test("a statement with more values than Postgres takes is refused, and others get their own rows", async () => {
  await withPool(1, async (db) => {
    const values = sql.join(
      Array.from({ length: 70_000 }, (_, n) => sql`${n}`),
      sql`, `,
    );
    const { running } = await occupy(db);
    const refused = expect(db.execute(sql`select ${values}`)).rejects.toMatchObject({ cause: { name: "TypeError" } });
    expect([...(await db.execute(sql`select 7 as n`))]).toEqual([{ n: 7 }]);
    await Promise.all([running, refused]);
  });
});

test.each([
  ["a number", 5, "timestamptz"],
  ["a number", 5, "bytea"],
  ["an array", ["text"], "jsonb"],
  ["an array of numbers", [5], "timestamptz[]"],
])("%s, %j, as %s is no trouble for others", async (_, value, type) => {
  await withPool(1, async (db) => {
    const cast = () => db.execute(sql`select ${sql.param(value)}::${sql.raw(type)} as n`).catch(() => null);
    // The first time, postgres.js learns what type Postgres takes.
    await cast();
    const { running } = await occupy(db);
    const [, ...rows] = await Promise.all([cast(), ...[1, 2].map((n) => db.execute(sql`select ${n}::int as n`))]);
    expect(rows.map((row) => row?.[0]?.n)).toEqual([1, 2]);
    await running;
  });
});

test("what a statement that is not sent was to write is in no error", async () => {
  const db = openDatabase(process.env.DATABASE_URL ?? "", { max: 1 });
  const errorOf = (values: unknown) =>
    db.execute(sql`select ${"the secret"}, ${sql.param(values)}`).then(
      () => "",
      (error: Error) => `${error.stack} ${JSON.stringify(error)}`,
    );
  const refused = await errorOf(undefined);
  await db.close();
  for (const text of [refused, await errorOf(1)]) {
    expect(text).toContain("Failed query");
    expect(text).not.toContain("the secret");
  }
});
