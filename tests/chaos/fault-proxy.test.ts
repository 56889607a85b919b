import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "../support/listen";
import { FaultProxy, type Mode } from "./fault-proxy";

let server: Listening;
let proxy: FaultProxy;
let bodies: string[];

beforeEach(async () => {
  bodies = [];
  server = await listen(
    createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      bodies.push(body);
      response.end(`got ${body}`);
    }),
  );
  proxy = await FaultProxy.start(server.port);
});
afterEach(async () => {
  await proxy.close();
  await server.stop();
});

const send = async (body: string) => (await fetch(proxy.url, { method: "POST", body })).text();

/** Changes the mode temporarily. */
async function during(mode: Mode, ms: number): Promise<void> {
  proxy.set(mode);
  await pause(ms);
  proxy.set("pass");
}

describe("the fault proxy", () => {
  test("passes requests on one connection after the other", async () => {
    for (const body of ["a", "b".repeat(200_000), ""]) expect(await send(body)).toBe(`got ${body}`);
  });

  test("drop: data arrives after the fault", async () => {
    await send("before");
    const fault = during("drop", 200);
    const answer = send("x");
    await pause(100);
    expect(bodies).toEqual(["before"]);
    await fault;
    expect(await answer).toBe("got x");
  });

  test("delay: everything arrives late, in order", async () => {
    proxy.set("delay");
    const began = performance.now();
    expect(await send("x".repeat(300_000))).toHaveLength(300_004);
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  test("reset: the server has processed the request, the client gets a reset", async () => {
    proxy.set("reset");
    await expect(send("x")).rejects.toThrow("fetch failed");
    expect(bodies).toEqual(["x"]);
  });

  test("half-open: the server has processed the request, the client waits until the fault ends", async () => {
    const fault = during("half-open", 300);
    const began = performance.now();
    await expect(send("x")).rejects.toThrow("fetch failed");
    expect(performance.now() - began).toBeGreaterThan(250);
    expect(bodies).toEqual(["x"]);
    await fault;
  });

  test("duplicate: every request arrives twice, the response once", async () => {
    proxy.set("duplicate");
    expect(await send("x".repeat(100_000))).toBe(`got ${"x".repeat(100_000)}`);
    expect(await send("y")).toBe("got y");
    await expect.poll(() => bodies.map((body) => body[0]).sort(), { timeout: 30_000 }).toEqual(["x", "x", "y", "y"]);
    expect(proxy.repeated).toBe(2);
  });
});
