import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../support/database";
import { type Running, startNode } from "./processes";

await freshDatabase();
const environment = {
  DATABASE_URL: process.env.DATABASE_URL ?? "",
  SIGNALBOX_PUBLIC_URL: "https://signalbox.example.com",
  SIGNALBOX_LOG_LEVEL: "warn",
};
let unaware: Running;
let aware: Running;

beforeAll(async () => {
  unaware = await startNode(() => ["dist/server.mjs"], environment);
  aware = await startNode(() => ["dist/server.mjs"], { ...environment, SIGNALBOX_TRUSTED_PROXIES: "127.0.0.1,::1" });
});

afterAll(async () => {
  await unaware?.stop();
  await aware?.stop();
});

const forwarded = { "x-forwarded-for": "203.0.113.9" };
const count = (text: string, part: string) => text.split(part).length - 1;

test("an untrusted proxy is reported once, on the console and in the log", async () => {
  await fetch(`${unaware.url}/api/ping`);
  expect(unaware.output()).not.toContain("SIGNALBOX_TRUSTED_PROXIES");
  for (let n = 0; n < 3; n++) await fetch(`${unaware.url}/api/ping`, { headers: forwarded });
  await expect.poll(() => unaware.output()).toContain("set SIGNALBOX_TRUSTED_PROXIES=127.0.0.1");
  await expect.poll(() => unaware.output()).toContain('"peer":"127.0.0.1"');
  expect(count(unaware.output(), "set SIGNALBOX_TRUSTED_PROXIES=127.0.0.1")).toBe(1);
  expect(count(unaware.output(), '"peer":"127.0.0.1"')).toBe(1);
});

test("a trusted proxy is not reported", async () => {
  await fetch(`${aware.url}/api/ping`, { headers: forwarded });
  expect(aware.output()).not.toContain("SIGNALBOX_TRUSTED_PROXIES");
});
