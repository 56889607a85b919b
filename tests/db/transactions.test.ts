import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Db, openDatabase } from "@/db/client";
import { sendLast } from "@/db/session";
import { freshDatabase, withPool } from "../support/database";

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

describe("a transaction", () => {
  test("sends its first statement with BEGIN, and its last ones with COMMIT", async () => {
    await withPool(1, async (db) => {
      const insert = (tx: Db) => tx.execute(sql`insert into written values (${1}, ${"counted"})`);
      const run = () =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select ${1}::int`);
          sendLast(tx, insert(tx));
          sendLast(tx, insert(tx));
        });
      // The first one describes its statements, which takes messages of their own.
      await run();
      const writes = vi.spyOn(Socket.prototype, "write");
      await run();
      expect(writes).toHaveBeenCalledTimes(2);
      writes.mockRestore();
    });
    expect(await writtenBy("counted")).toHaveLength(4);
  });

  test("fails if one of its last statements fails, and leaves nothing", async () => {
    const failing = witness.transaction(async (tx) => {
      await write(tx, 1, "undone");
      sendLast(tx, send(tx, "insert into written values ('no number', 'undone')"));
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: "22P02" } });
    expect(await writtenBy("undone")).toEqual([]);
    expect(await connections("idle in transaction")).toBe(0);
  });

  test("fails with what went wrong first, not with what Postgres says to the statements after it", async () => {
    const failing = witness.transaction(async (tx) => {
      sendLast(tx, send(tx, "select 1 / 0"));
      await write(tx, 1, "undone");
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    const within = witness.transaction(async (tx) => {
      sendLast(tx, send(tx, "select 1 / 0"));
      await tx.transaction((inner) => write(inner, 1, "undone"));
    });
    await expect(within).rejects.toMatchObject({ code: "22012" });
    expect(await writtenBy("undone")).toEqual([]);
  });

  test("is undone if one of its last statements cannot be sent", async () => {
    const failing = witness.transaction(async (tx) => {
      await write(tx, 1, "undone");
      sendLast(tx, Promise.reject(new Error("a parameter has no value")));
    });
    await expect(failing).rejects.toThrow("a parameter has no value");
    expect(await writtenBy("undone")).toEqual([]);
    expect(await connections("idle in transaction")).toBe(0);
  });

  test("fails if its body ignores the failure of a statement", async () => {
    const failing = witness.transaction(async (tx) => {
      await write(tx, 1, "undone");
      await send(tx, "select 1 / 0").catch(() => undefined);
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(await writtenBy("undone")).toEqual([]);
  });

  test("takes last statements from another copy of the module", async () => {
    vi.resetModules();
    const other = await import("@/db/session");
    expect(other.sendLast).not.toBe(sendLast);
    await witness.transaction(async (tx) => other.sendLast(tx, write(tx, 1, "copy")));
    expect(await writtenBy("copy")).toEqual([1]);
  });

  test("refuses statements after its end", async () => {
    const kept: { tx?: Db } = {};
    await witness.transaction(async (tx) => {
      kept.tx = tx;
      await write(tx, 1, "kept");
    });
    await expect(async () => kept.tx && (await write(kept.tx, 2, "kept"))).rejects.toMatchObject({
      cause: { message: "the transaction has ended" },
    });
    expect(await writtenBy("kept")).toEqual([1]);
  });

  test("leaves nothing if its connection is lost, and the next one works", async () => {
    const lost = witness.transaction(async (tx) => {
      await write(tx, 1, "lost");
      const [own] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await witness.execute(sql`select pg_terminate_backend(${own?.pid}::int)`);
      await write(tx, 2, "lost");
    });
    await expect(lost).rejects.toThrow();
    await witness.transaction((tx) => write(tx, 3, "lost"));
    expect(await writtenBy("lost")).toEqual([3]);
  });

  test("goes on after a part that failed in its last statement", async () => {
    await witness.transaction(async (tx) => {
      const part = tx.transaction(async (inner) => {
        await write(inner, 1, "part");
        sendLast(inner, send(inner, "select 1 / 0"));
      });
      await expect(part).rejects.toMatchObject({ cause: { code: "22012" } });
      await tx.transaction((inner) => write(inner, 2, "part"));
    });
    expect(await writtenBy("part")).toEqual([2]);
  });

  test("keeps its connection no longer than the pool is open", async () => {
    const began = performance.now();
    await withPool(2, (db) => Promise.all(upTo(2).map((n) => db.transaction((tx) => write(tx, n, "closed")))));
    expect(performance.now() - began).toBeLessThan(4_000);
    const slow = openDatabase(process.env.DATABASE_URL ?? "", { max: 1 });
    const running = slow.transaction(async (tx) => {
      await send(tx, "select pg_sleep(0.3)");
      await write(tx, 9, "closed");
    });
    await setImmediate();
    await Promise.all([slow.close(), running]);
    expect(await writtenBy("closed")).toEqual([0, 1, 9]);
  });
});

test("the comments on postgres.js in db/driver.ts, db/transaction.ts, db/connect.ts and db/prepare.ts were checked against this version", () => {
  const installed = JSON.parse(readFileSync("node_modules/postgres/package.json", "utf8"));
  expect(installed.version).toBe("3.4.9");
});
