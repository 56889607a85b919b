import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { SemaphoreWebsocket } from "@/lib/server/semaphore-websocket";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type Listening, listen } from "../support/listen";
import { taskSite } from "../support/task-site";
import { handshakeStatus, openListener } from "./websocket";

const db = await freshDatabase();
const site = await taskSite(db);
const cookie = { cookie: `semaphore=${site.w.sessionIds.guest}` };

let websocket: SemaphoreWebsocket;
let server: Listening;

/** Only the websocket on its own port, with the test's time limits. */
async function serve(limits: { pingMs: number; silenceMs: number; maxBacklogBytes: number }): Promise<string> {
  websocket = new SemaphoreWebsocket(limits);
  const http = createServer().on("upgrade", (request, socket, head) => void websocket.upgrade(request, socket, head));
  server = await listen(http);
  return `ws://127.0.0.1:${server.port}/api/ws`;
}

afterEach(async () => {
  websocket.close();
  await server.stop();
});

test("a client that answers pings stays connected, a silent one is disconnected", async () => {
  const url = await serve({ pingMs: 50, silenceMs: 2_000, maxBacklogBytes: 1_000_000 });
  const answering = await openListener(url, cookie);
  const silent = await openListener(url, cookie);
  silent.socket.pong = () => {};
  for (let pings = 0; pings < 3; pings++) await once(answering.socket, "ping");
  expect(await silent.closed).toBe(1006);
  expect(answering.socket.readyState).toBe(answering.socket.OPEN);
  answering.socket.terminate();
});

test("a user has at most a hundred connections", async () => {
  const url = await serve({ pingMs: 60_000, silenceMs: 60_000, maxBacklogBytes: 1_000_000 });
  const listeners = await Promise.all(Array.from({ length: 100 }, () => openListener(url, cookie)));
  expect(await handshakeStatus(url, cookie)).toBe(429);
  expect(await handshakeStatus(url, { cookie: `semaphore=${site.w.sessionIds.owner}` })).toBe(101);
  listeners[0]?.socket.terminate();
  await expect.poll(() => handshakeStatus(url, cookie)).toBe(101);
  for (const { socket } of listeners) socket.terminate();
});

test("even if they are opened at once", async () => {
  const url = await serve({ pingMs: 60_000, silenceMs: 60_000, maxBacklogBytes: 1_000_000 });
  const opened = await Promise.allSettled(Array.from({ length: 110 }, () => openListener(url, cookie)));
  expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  expect(websocket.size).toBe(100);
});

test("a client that doesn't read is disconnected before it fills the memory", async () => {
  const url = await serve({ pingMs: 60_000, silenceMs: 60_000, maxBacklogBytes: 64_000 });
  const slow = await openListener(url, cookie);
  slow.socket.pause();
  const runner = await HandRunner.start(db);
  const taskId = await site.start(await site.template());
  const ref = await runner.take();
  const line = "x".repeat(16_000);
  for (let chunks = 0; chunks < 200; chunks++) await runner.log(ref, [line, line, line, line]);
  websocket.announce({ type: "task", project_id: site.w.projectId, task_id: taskId });
  await expect.poll(() => websocket.size, { timeout: 30_000 }).toBe(0);
  slow.socket.terminate();
});
