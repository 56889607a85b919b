import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { urlToHttpOptions } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConsoleClient } from "@/runner/client";
import { AttemptClient } from "@/runner/client/attempt";
import { send } from "@/runner/client/request";
import { backOff, Unreachable } from "@/runner/client/retry";
import { type Listening, listen } from "../support/listen";

/** Null: the connection is cut. */
type Scripted = { status: number; body: string } | "silence" | null;

let server: Listening;
let client: ConsoleClient;
let script: Scripted[];
let seen: { url: string | undefined; token: string | undefined; body: string }[];

beforeEach(async () => {
  script = [];
  seen = [];
  server = await listen(
    createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      seen.push({ url: request.url, token: request.headers["x-runner-token"]?.toString(), body });
      const next = script.shift();
      if (next === "silence") return;
      if (!next) return void request.socket.destroy();
      response.writeHead(next.status).end(next.body);
    }),
  );
  client = new ConsoleClient(server.url);
  client.authorize("secret-token");
});

afterEach(() => server.stop());

const HELLO = {
  runner_id: 1,
  name: "r",
  settings: { active: true, max_parallel_tasks: 0, webhook: "" },
  discard: [],
  raw_log: true,
};
const never = new AbortController().signal;
const heartbeat = () => client.heartbeat({ instance_id: "12345678", attempts: [] });
const log = () =>
  new AttemptClient(client, { task_id: 7, attempt: 2 }, never).log({
    first_line: 0,
    next_line: 1,
    frames: [{ bytes: Buffer.from("x\n"), count: 1, time: Date.now() }],
  });

test("a call whose deadline passes is cut off, whether there is no answer or none that is usable", async () => {
  for (const answer of ["silence", { status: 503, body: "" }] as const) {
    script.push(answer, answer, answer);
    const deadline = new AbortController();
    const server = new AttemptClient(client, { task_id: 7, attempt: 2 }, never).until(deadline.signal);
    const call = server.summary({ text: "x" });
    setTimeout(() => deadline.abort(), 300);
    await expect(call).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  }
});

test("a call carries the token in its header and the attempt in its body", async () => {
  script.push({ status: 200, body: '{"next_line": 1}' });
  expect(await log()).toEqual({ ok: true, value: { next_line: 1 } });
  expect(seen[0]).toMatchObject({ url: "/api/internal/runners/tasks/7/log", token: "secret-token" });
  expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ attempt: 2, text: "x" });
});

test.each([
  [401, "{}", { kind: "unauthorized", message: "HTTP 401" }],
  [404, '{"error": "gone"}', { kind: "missing", message: "gone" }],
  [409, '{"error": "gap", "next_line": 12}', { kind: "conflict", message: "gap", next_line: 12 }],
  [409, "", { kind: "conflict", next_line: null }],
  [400, '{"error": "bad"}', { kind: "rejected", message: "bad" }],
  [413, '{"error": "large"}', { kind: "rejected", message: "large" }],
  [
    413,
    "<html>Request Entity Too Large",
    { kind: "rejected", message: expect.stringContaining("client_max_body_size") },
  ],
])("an error response is a result: %i %s", async (status, body, expected) => {
  script.push({ status, body });
  expect(await log()).toMatchObject({ ok: false, ...expected });
  expect(seen).toHaveLength(1);
});

test("calls about attempts retry after cut connections, 5xx, 429 and foreign responses", async () => {
  const taken = { status: 200, body: '{"next_line": 1}' };
  const foreign = [401, 403, 404, 409].map((status) => ({ status, body: "<html>a proxy's page" }));
  // The pauses grow with each failure of a call.
  script.push(null, { status: 503, body: "" }, { status: 429, body: "" }, { status: 200, body: "<html>" }, taken);
  script.push(...foreign, taken);
  for (const calls of [5, 10]) {
    expect(await log()).toMatchObject({ ok: true });
    expect(seen).toHaveLength(calls);
  }
});

test("an older process behind the same address gets its lines again, in its form", async () => {
  script.push(
    { status: 200, body: JSON.stringify(HELLO) },
    { status: 400, body: '{"error": "The body is not valid JSON"}' },
    { status: 200, body: '{"next_line": 1}' },
  );
  await client.hello({ protocol: 2, instance_id: "12345678", version: "", hostname: "", tools: {}, attempts: [] });
  expect(await log()).toEqual({ ok: true, value: { next_line: 0 } });
  expect(await log()).toEqual({ ok: true, value: { next_line: 1 } });
  expect(seen[1]?.body).toMatch(/^2 0\n1 \d+ 2\nx\n$/);
  expect(JSON.parse(seen[2]?.body ?? "")).toMatchObject({ attempt: 2, first_line: 0, text: "x" });
});

test("an older process behind the same address is told the end of a task with a reason that it knows", async () => {
  const attempt = new AttemptClient(client, { task_id: 7, attempt: 2 }, never);
  const end = { result: "error", exit_code: null, total_lines: 0, checksum: 0 } as const;
  const finished = { finished: true, next_line: 0, next_event: 0, status: "error" };
  const refusal = { status: 400, body: '{"error": "reason: Invalid option"}' };
  script.push(refusal, { status: 200, body: JSON.stringify(finished) }, refusal);
  expect(await attempt.finish({ ...end, reason: "state_locked" })).toEqual({ ok: true, value: finished });
  expect(await attempt.finish({ ...end, reason: "git_failed" })).toMatchObject({ ok: false, kind: "rejected" });
  const reasons = seen.map(({ body }) => JSON.parse(body).reason);
  expect(reasons).toEqual(["state_locked", "workspace_failed", "git_failed"]);
});

test("a redirect is no answer", async () => {
  script.push({ status: 302, body: "" });
  await expect(heartbeat()).rejects.toThrow(Unreachable);
});

test("a heartbeat tries once", async () => {
  await expect(heartbeat()).rejects.toThrow(Unreachable);
  script.push({ status: 502, body: "" });
  await expect(heartbeat()).rejects.toThrow(Unreachable);
  expect(seen).toHaveLength(2);
});

test("a signal stops retrying immediately", async () => {
  const deadline = new AbortController();
  const attempt = new AttemptClient(client, { task_id: 7, attempt: 2 }, deadline.signal);
  const call = attempt.begin({ instance_id: "12345678", phase: "run" });
  setTimeout(() => deadline.abort(), 50);
  await expect(call).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
});

test("the pauses between attempts grow, vary and stay bounded", () => {
  const pauses = Array.from({ length: 12 }, (_, failures) => backOff(failures));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(125);
  expect(backOff(8)).not.toBe(backOff(8));
});

describe("a request on a slow line", () => {
  const requestOf = (url: string) => ({ to: urlToHttpOptions(new URL(url)), headers: {}, timeoutMs: 300 });

  test("may take as long as it needs while its answer arrives, and is given up when that stops", async () => {
    let parts = 10;
    const slow = await listen(
      createServer((_, response) => {
        const timer = setInterval(() => {
          if (parts-- > 0) response.write("x");
          else clearInterval(timer);
          if (parts === 0) response.end();
        }, 100);
      }),
    );
    expect(await send(requestOf(slow.url))).toEqual({ status: 200, text: "xxxxxxxxxx" });
    parts = -1;
    await expect(send(requestOf(slow.url))).rejects.toThrow("it does not answer");
    await slow.stop();
  });

  test("may take as long as it needs while its body leaves, and is given up when that stops", async () => {
    const megabytes = 12;
    let stalls = false;
    const slow = await listen(
      createServer(async (request, response) => {
        for await (const _ of request) await sleep(stalls ? 60_000 : 20, undefined, { ref: false });
        response.end("done");
      }),
    );
    const body = Buffer.alloc(megabytes * 1024 * 1024);
    const sending = () => send({ ...requestOf(slow.url), body, slowestBytesPerSecond: 2 * 1024 * 1024 });
    const began = performance.now();
    expect(await sending()).toEqual({ status: 200, text: "done" });
    expect(performance.now() - began).toBeGreaterThan(2_500);
    stalls = true;
    await expect(sending()).rejects.toThrow("it does not answer");
    await slow.stop();
  }, 30_000);

  test("may take longer for what is still in the kernel", async () => {
    const slow = await listen(createServer((_, response) => void setTimeout(() => response.end("done"), 1_000)));
    const body = Buffer.alloc(1024 * 1024);
    const sending = (slowestBytesPerSecond: number) => send({ ...requestOf(slow.url), body, slowestBytesPerSecond });
    expect(await sending(256 * 1024)).toEqual({ status: 200, text: "done" });
    await expect(sending(16 * 1024 * 1024)).rejects.toThrow("it does not answer");
    await slow.stop();
  });
});
