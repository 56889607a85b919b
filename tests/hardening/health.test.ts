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

/** A busy machine may need more than one try. */
const ready = () => expect.poll(isReady, { timeout: 30_000 }).toBe(true);

test("a database that is stuck, and one that is gone, count as not there, and nobody waits for them", async () => {
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
