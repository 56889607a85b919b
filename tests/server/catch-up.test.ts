import { io } from "socket.io-client";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { CATCH_UP_MS, type TaskUpdate } from "@/lib/protocol/socket";
import { freshDatabase } from "../support/database";
import { taskSite } from "../support/task-site";
import { serveHub } from "./serve-hub";

const db = await freshDatabase();
const site = await taskSite(db);
const { w } = site;

const { hub, url } = await serveHub();

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
afterAll(() => hub.close());

/** What a browser receives when it joins the project. */
async function join(): Promise<{ told: number[]; resyncs: number }> {
  const extraHeaders = { cookie: `semaphore=${w.sessionIds.guest}` };
  const client = io(url, { transports: ["websocket"], reconnection: false, forceNew: true, extraHeaders });
  const heard = { told: [] as number[], resyncs: 0 };
  client.on("task", (update: TaskUpdate) => heard.told.push(update.task_id));
  client.on("resync", () => heard.resyncs++);
  await client.timeout(5000).emitWithAck("project", w.projectId);
  client.disconnect();
  return heard;
}

const pass = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
const change = (task_id: number, project_id = w.projectId) => hub.announce({ type: "task", project_id, task_id });

test("a client that joins right after the server starts refetches", async () => {
  hub.resync();
  change(await site.start(await site.template()));
  expect(await join()).toEqual({ told: [], resyncs: 1 });
});

test("a client that joins gets the project's recent changes, each task once, and nothing older", async () => {
  const template = await site.template();
  const [old, once, twice] = [await site.start(template), await site.start(template), await site.start(template)];
  hub.resync();
  change(old);
  pass(CATCH_UP_MS + 1);
  expect(await join()).toEqual({ told: [], resyncs: 0 });
  change(twice);
  change(once);
  change(twice);
  change(old, w.otherProjectId);
  pass(CATCH_UP_MS - 1);
  const { told, resyncs } = await join();
  expect(told.toSorted((a, b) => a - b)).toEqual([once, twice]);
  expect(resyncs).toBe(0);
});

test("after lost announcements, clients that join soon after refetch", async () => {
  hub.resync();
  pass(CATCH_UP_MS - 1);
  expect((await join()).resyncs).toBe(1);
  pass(2);
  expect((await join()).resyncs).toBe(0);
});

test("only members of a project are notified of a changed state", async () => {
  const extraHeaders = { cookie: `semaphore=${w.sessionIds.guest}` };
  const client = io(url, { transports: ["websocket"], reconnection: false, forceNew: true, extraHeaders });
  const received: number[] = [];
  const arrived = new Promise<void>((resolve) => {
    client.on("state", (id: number) => {
      received.push(id);
      if (id === 8) resolve();
    });
  });
  await client.timeout(5000).emitWithAck("project", w.projectId);
  hub.announce({ type: "state", project_id: w.otherProjectId, state_id: 7 });
  hub.announce({ type: "state", project_id: w.projectId, state_id: 8 });
  await arrived;
  client.disconnect();
  expect(received).toEqual([8]);
});

test("a client hears of a project until it leaves it, and of its others after that", async () => {
  const extraHeaders = { cookie: `semaphore=${w.sessionIds.admin}` };
  const client = io(url, { transports: ["websocket"], reconnection: false, forceNew: true, extraHeaders });
  const received: number[] = [];
  client.on("state", (id: number) => received.push(id));
  const announce = (project_id: number, state_id: number) => hub.announce({ type: "state", project_id, state_id });
  const join = (id: unknown) => client.timeout(5000).emitWithAck("project", id);
  for (const id of [w.projectId, w.otherProjectId]) await join(id);
  announce(w.projectId, 1);
  announce(w.otherProjectId, 2);
  await expect.poll(() => received).toEqual([1, 2]);
  for (const id of [w.otherProjectId, "no id", null]) client.emit("leave", id);
  await join(w.projectId);
  announce(w.otherProjectId, 3);
  announce(w.projectId, 4);
  await expect.poll(() => received).toEqual([1, 2, 4]);
  client.disconnect();
});
