import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { notify } from "@/db/notify";
import { listenToAnnouncements } from "@/lib/server/announcements";
import { freshDatabase } from "../support/database";
import { relayDatabase } from "../support/database-relay";
import { until } from "../support/until";

const SILENCE_MS = 500;

const direct = await freshDatabase();
let links: [Socket, Socket][];
let isAway = false;
let refused = 0;
let relay: { url: string; stop: () => Promise<void> };
let db: Database;

beforeEach(async () => {
  links = [];
  relay = await relayDatabase({
    isAway: () => {
      if (isAway) refused++;
      return isAway;
    },
    onConnection: (...link) => links.push(link),
  });
  db = openDatabase(relay.url, { max: 1, silenceMs: SILENCE_MS });
});

afterEach(async () => {
  await db.close();
  await relay.stop();
});

/** What is open now stays open, and nothing arrives any more, in either direction. */
function vanish(): void {
  for (const socket of links.splice(0).flat()) {
    socket.unpipe();
    socket.resume();
  }
}

const ask = () => db.execute(sql`select 1 as n`);

test("a statement whose server has vanished fails, and the next one has another connection", async () => {
  await ask();
  vanish();
  await expect(ask()).rejects.toThrow();
  expect([...(await ask())]).toEqual([{ n: 1 }]);
});

test("further statements do not keep a silent connection", async () => {
  await ask();
  vanish();
  const sent = Array.from({ length: 20 }, async (_, n) => {
    await pause((n * SILENCE_MS) / 10);
    return await ask();
  });
  const answers = await Promise.allSettled(sent);
  expect(answers[0]?.status).toBe("rejected");
  expect(answers.at(-1)?.status).toBe("fulfilled");
});

test("a transaction whose server has vanished fails, and the next one has another connection", async () => {
  const count = () => db.transaction(async (tx) => [...(await tx.execute(sql`select 1 as n`))]);
  await count();
  vanish();
  await expect(count()).rejects.toThrow();
  expect(await count()).toEqual([{ n: 1 }]);
});

test("a connection without work stays open", async () => {
  await ask();
  await pause(3 * SILENCE_MS);
  await ask();
  expect(links).toHaveLength(1);
});

test("announcements arrive again after their connection has fallen silent", async () => {
  const heard: number[] = [];
  let lost = 0;
  const listener = await listenToAnnouncements(
    relay.url,
    (announcement) => announcement.type === "task" && heard.push(announcement.task_id),
    () => lost++,
    SILENCE_MS,
  );
  const announce = (task_id: number) => notify(direct, [{ type: "task", project_id: 1, task_id }]);
  await announce(1);
  await until("the first announcement arrives", () => heard.includes(1));
  await pause(3 * SILENCE_MS);
  expect(lost).toBe(1);

  vanish();
  await announce(2);
  await until("it listens again", () => lost === 2);
  await announce(3);
  await until("the third announcement arrives", () => heard.includes(3));
  await listener.close();
});

test("after an outage of many attempts to connect, lost announcements are told once", async () => {
  let lost = 0;
  const listener = await listenToAnnouncements(
    relay.url,
    () => undefined,
    () => lost++,
  );
  await until("it listens", () => lost === 1);
  isAway = true;
  for (const socket of links.splice(0).flat()) socket.destroy();
  await until("it has tried often", () => refused >= 5);
  isAway = false;
  await until("it listens again", () => lost > 1);
  await pause(SILENCE_MS);
  expect(lost).toBe(2);
  await listener.close();
});
