import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, startNode } from "../server/processes";
import { freshDatabase } from "../support/database";
import { begin, inParts } from "./raw-request";

await freshDatabase();
let server: Running;
beforeAll(async () => {
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
});
afterAll(() => server?.stop());

describe.concurrent("a slow body", () => {
  test("ends when it trickles", async () => {
    const { socket, ended } = begin(server.url, "/api/auth/login", ["Content-Length: 1000"], "{");
    const timer = setInterval(() => socket.write(" "), 4_000);
    const { seconds, answer } = await ended.finally(() => clearInterval(timer));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(40);
  });

  test("continues over a slow line", async () => {
    const parts = Array.from({ length: 34 }, () => " ".repeat(2_000));
    const { seconds, answer } = await inParts(server.url, parts);
    expect(answer).toMatch(/^HTTP\/1\.1 40[01] /);
    expect(seconds).toBeGreaterThan(33);
  });
});
