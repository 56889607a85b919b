import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { type Running, startNode } from "./processes";

/** For what is due each second, and the reply; other rounds come every five seconds or more seldom. */
const MOST_A_SECOND = 6;
const SETTLE_MS = 3_000;
const SECONDS = 8;

await freshDatabase();
let node: Running;

beforeAll(async () => {
  node = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
});

afterAll(() => node?.stop());

test("a web process with which nobody works sleeps most of the time", async () => {
  await sleep(SETTLE_MS);
  const before = wakesOf(node.pid);
  await sleep(SECONDS * 1_000);
  expect((wakesOf(node.pid) - before) / SECONDS).toBeLessThanOrEqual(MOST_A_SECOND);
});

/** How often its main thread has waited and was woken up. */
const wakesOf = (pid: number): number =>
  Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
