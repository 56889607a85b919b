import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { freshDatabase } from "../support/database";
import { relayDatabase } from "../support/database-relay";

const ROUNDS = 5;
const CONNECTIONS = 3;
/** Statements that are sent as soon as one has failed, and all: the others follow, a millisecond after one another. */
const AT_ONCE = 2 * CONNECTIONS;
const ALL = 2 * AT_ONCE;
/** Nobody waits longer for a statement whose connection is gone. */
const PATIENCE_MS = 5_000;
/** By then postgres.js opens a connection again. */
const REOPENED_AFTER_MS = 300;

const witness = await freshDatabase();

/** `links`: what is open through it. While it is `refusing`, each connection is reset as soon as Postgres answers. */
type Relay = { url: string; links: Set<Socket>; refusing: boolean; stop: () => Promise<void> };

async function startRelay(): Promise<Relay> {
  const links = new Set<Socket>();
  const onConnection = (from: Socket, to: Socket) => {
    links.add(from);
    from.on("close", () => {
      links.delete(from);
      to.destroy();
    });
    to.on("data", () => {
      if (relay.refusing) from.resetAndDestroy();
    });
  };
  const relay: Relay = { ...(await relayDatabase({ onConnection })), links, refusing: false };
  return relay;
}

const openThrough = ({ url }: Relay) => openDatabase(url, { max: CONNECTIONS });

const reset = ({ links }: Relay) => {
  for (const link of links) link.resetAndDestroy();
};

let relay: Relay;
let db: Database;

beforeAll(async () => {
  await witness.execute(sql`create table written (n int)`);
  relay = await startRelay();
  db = openThrough(relay);
});

afterAll(async () => {
  await db.close();
  await relay.stop();
});

const everyConnection = <Result>(run: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => run(n)));

/** Opens them all and leaves them idle. */
const warm = () => everyConnection(() => db.execute(sql`select pg_sleep(0.05)`));

/** Resets every connection while a statement runs on one, and sends further ones from the moment that has failed. */
async function sentAsTheyBreak<Result>(send: (n: number) => Promise<Result>): Promise<PromiseSettledResult<Result>[]> {
  const running = db.execute(sql`select pg_sleep(30)`);
  const sendInTime = async (n: number) => {
    if (n >= AT_ONCE) await pause(n - AT_ONCE);
    return send(n);
  };
  const further = running.then(
    () => [],
    () => Promise.allSettled(Array.from({ length: ALL }, (_, n) => sendInTime(n))),
  );
  await pause(50);
  reset(relay);
  return Promise.race([further, pause(PATIENCE_MS).then(() => Promise.reject(new Error("a statement hangs")))]);
}

const ask = async (n: number) => [...(await db.execute<{ n: number }>(sql`select ${n}::int as n`))];

test("a statement that is sent while connections break finds its own rows, or fails", async () => {
  let answered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await warm();
    const settled = await sentAsTheyBreak(ask);
    expect(settled).toHaveLength(ALL);
    for (const [n, answer] of settled.entries()) {
      if (answer.status !== "fulfilled") continue;
      expect(answer.value).toEqual([{ n }]);
      answered++;
    }
    for (const n of [1, 2, 3])
      expect(await everyConnection(() => ask(n))).toEqual(await everyConnection(async () => [{ n }]));
  }
  expect(answered).toBeGreaterThan(0);
});

test("what is acknowledged while connections break has been written", async () => {
  const acknowledged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await warm();
    const numbers = await sentAsTheyBreak(async (n) => {
      await db.execute(sql`insert into written values (${100 * round + n})`);
      return 100 * round + n;
    });
    acknowledged.push(...numbers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])));
  }
  const written = await witness.execute<{ n: number }>(sql`select n from written`);
  const stored = new Set(written.map(({ n }) => n));
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
});

test("no connection is lost to the pool for good", async () => {
  for (let round = 0; round < 2 * CONNECTIONS; round++) {
    await warm();
    const running = everyConnection(() => db.execute(sql`select pg_sleep(30)`)).catch(() => ask(1));
    await pause(50);
    reset(relay);
    await Promise.race([running.catch(() => undefined), pause(PATIENCE_MS)]);
  }
  const answered = everyConnection(ask);
  const late = pause(PATIENCE_MS).then(() => "late");
  expect(await Promise.race([answered, late])).toEqual(await everyConnection(async (n) => [{ n }]));
});

describe("a pool that is closed leaves no connection", () => {
  /** Those that `use` leaves open in a pool of its own, a while after it is closed. */
  async function leftBy(use: (pool: Database, own: Relay) => Promise<unknown>): Promise<number> {
    const own = await startRelay();
    const pool = openThrough(own);
    await use(pool, own);
    await pool.close();
    await pause(REOPENED_AFTER_MS);
    const left = own.links.size;
    await own.stop();
    return left;
  }

  test("that broke while statements waited for it", async () => {
    const use = async (pool: Database, own: Relay) => {
      const sleep = async () => await pool.execute(sql`select pg_sleep(${10}::int)`);
      const sent = Promise.allSettled(Array.from({ length: 2 * CONNECTIONS }, sleep));
      await pause(200);
      reset(own);
      expect((await sent).every(({ status }) => status === "rejected")).toBe(true);
    };
    expect(await leftBy(use)).toBe(0);
  });

  test("that could not be opened for a transaction", async () => {
    const use = async (pool: Database, own: Relay) => {
      own.refusing = true;
      await expect(pool.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
      own.refusing = false;
    };
    expect(await leftBy(use)).toBe(0);
  });

  test("and has answered the statements that waited", async () => {
    let answered = 0;
    const use = async (pool: Database) => {
      for (let n = 0; n < 4 * CONNECTIONS; n++) void pool.execute(sql`select ${n}::int`).then(() => answered++);
      await pause(0);
    };
    expect(await leftBy(use)).toBe(0);
    expect(answered).toBe(4 * CONNECTIONS);
  });
});
