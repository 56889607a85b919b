import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { databaseCode, toAppError } from "@/lib/operation/errors";
import { ChaosDatabase } from "./database";

const database = new ChaosDatabase();
let db: Database;
beforeAll(() => database.start());
afterAll(() => database.stop());
beforeEach(() => {
  db = openDatabase(database.url, { max: 20 });
});
afterEach(() => db.close());

/** By default the driver pauses for 20 seconds and more between attempts. */
const HANGS_MS = 15_000;

const many = (ask: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, ask));

describe("a database after an outage", () => {
  test("is used again as soon as it is back, however many requests have failed", async () => {
    const ask = () => db.execute(sql`select 1`);
    // Repeated, because it is random which of the pool's connections break in the middle of a message.
    for (let round = 0; round < 3; round++) {
      await many(ask);
      await database.kill();
      for (let tries = 0; tries < 3; tries++) {
        const began = performance.now();
        for (const answer of await many(ask)) {
          if (answer.status === "fulfilled") throw new Error("a database that is down has answered");
          expect(toAppError(answer.reason).code).toBe("unavailable");
        }
        expect(performance.now() - began).toBeLessThan(HANGS_MS);
      }
      await database.start();
      const back = performance.now();
      await many(ask);
      expect((await many(ask)).map(({ status }) => status)).not.toContain("rejected");
      expect(performance.now() - back).toBeLessThan(HANGS_MS);
    }
  });
});

describe("a transaction that loses its connection", () => {
  beforeEach(() => db.execute(sql`create table if not exists stray (n int)`));

  const terminateOthers = async () => {
    const admin = openDatabase(database.url, { max: 1 });
    await admin.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`);
    await admin.close();
    await sleep(100);
  };

  test.each([
    ["while others reuse its connection", true],
    ["without other requests", false],
  ])("leaves nothing behind, %s", async (_, othersAsk) => {
    const one = openDatabase(database.url, { max: 1 });
    const failed = one.transaction(async (tx) => {
      await tx.execute(sql`insert into stray values (1)`);
      await terminateOthers();
      if (othersAsk) await one.execute(sql`select 1`);
      await tx.execute(sql`insert into stray values (2)`);
    });
    expect(databaseCode(await failed.catch((error: unknown) => error))).toBe("CONNECTION_CLOSED");
    const bystander = one.transaction((tx) => tx.execute(sql`insert into stray values (3) returning n`));
    expect(await bystander).toEqual([{ n: 3 }]);
    expect(await db.execute(sql`delete from stray returning n`)).toEqual([{ n: 3 }]);
    await one.close();
  });

  test("a failed statement is rolled back as usual, and so is a savepoint", async () => {
    const refused = db.transaction(async (tx) => {
      await tx.execute(sql`insert into stray values (1)`);
      await tx.execute(sql`select 1 / 0`);
    });
    expect(databaseCode(await refused.catch((error: unknown) => error))).toBe("22012");
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into stray values (2)`);
      const inner = tx.transaction((savepoint) => savepoint.execute(sql`select 1 / 0`));
      await expect(inner).rejects.toThrow();
      await tx.execute(sql`insert into stray values (3)`);
    });
    expect(await db.execute(sql`delete from stray returning n`)).toEqual([{ n: 2 }, { n: 3 }]);
  });
});
