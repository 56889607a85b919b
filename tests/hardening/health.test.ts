import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/db/client";
import { isReady } from "@/lib/operation/http/health";
import { ChaosDatabase } from "../chaos/database";

const postgres = new ChaosDatabase();
beforeAll(async () => {
  await postgres.start();
  process.env.DATABASE_URL = postgres.url;
});
afterAll(async () => {
  await postgres.stop();
  await database().close();
});

/** A busy machine may need more than one attempt. */
const ready = () => expect.poll(isReady, { timeout: 30_000 }).toBe(true);

test("a stuck or unreachable database counts as down, and the check doesn't hang", async () => {
  await ready();
  postgres.signalAll("SIGSTOP");
  expect(await isReady()).toBe(false);
  postgres.signalAll("SIGCONT");
  await ready();
  await postgres.kill();
  expect(await isReady()).toBe(false);
  await postgres.start();
  await ready();
});
