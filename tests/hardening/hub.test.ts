import { setTimeout as sleep } from "node:timers/promises";
import { io, type ManagerOptions, type SocketOptions } from "socket.io-client";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement } from "@/db/announcement";
import * as actor from "@/lib/access/actor";
import { addMember, removeMember } from "@/lib/member/operations";
import { Rechecks } from "@/lib/server/feed/rechecks";
import { scrape } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";
import { changePassword, updateUser } from "@/lib/user/operations";
import { serveHub } from "../server/serve-hub";
import { openListener } from "../server/websocket";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskSite } from "../support/task-site";

const db = await freshDatabase();
const site = await taskSite(db);
const { w } = site;
const cookieOf = (person: keyof typeof w.sessionIds) => ({ cookie: `semaphore=${w.sessionIds[person]}` });

let { hub, url } = await serveHub();

/** Ends the hub, and serves another one. */
async function serveAnother(limits: Parameters<typeof serveHub>[0]): Promise<void> {
  await hub.close();
  ({ hub, url } = await serveHub(limits));
}

type Client = ReturnType<typeof io>;
const clients: Client[] = [];

function dial(extraHeaders: Record<string, string>, options: Partial<ManagerOptions & SocketOptions> = {}): Client {
  const client = io(url, { transports: ["websocket"], reconnection: false, forceNew: true, extraHeaders, ...options });
  clients.push(client);
  return client;
}

/** "connected", or the error. */
const fate = (client: Client): Promise<string> =>
  new Promise((resolve) => {
    client.once("connect", () => resolve("connected"));
    client.once("connect_error", (error) => resolve(error.message));
  });

async function enter(person: keyof typeof w.sessionIds): Promise<Client> {
  const client = dial(cookieOf(person));
  expect(await fate(client)).toBe("connected");
  return client;
}

const joins = async (client: Client, ...ids: unknown[]): Promise<boolean> =>
  (await client.timeout(5000).emitWithAck(ids.length > 1 ? "watch" : "project", ...ids)).ok;

const ended = (client: Client) => new Promise<void>((resolve) => client.once("disconnect", () => resolve()));

/** Runs an action and passes its announcements to the hub. */
async function announced(run: () => Promise<unknown>): Promise<void> {
  for (const announcement of await heardDuring(run))
    hub.announce(announcement as Exclude<Announcement, { type: "work" }>);
}

afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});
afterAll(() => hub.close());

describe("a handshake", () => {
  test("needs a session", async () => {
    expect(await fate(dial({}))).toBe("unauthenticated");
    expect(await fate(dial({ cookie: "semaphore=nonsense" }))).toBe("unauthenticated");
    expect(await fate(dial({ "x-runner-token": "nonsense", ...cookieOf("owner") }))).toBe("unauthenticated");
  });

  test.each(["websocket", "polling"] as const)("from another site's page is rejected: %s", async (transport) => {
    const from = (headers: Record<string, string>) =>
      fate(dial({ ...cookieOf("owner"), ...headers }, { transports: [transport] }));
    expect(await from({ origin: url })).toBe("connected");
    expect(await from({ origin: "https://elsewhere.example" })).not.toBe("connected");
    expect(await from({ origin: "null" })).not.toBe("connected");
    expect(await from({ "sec-fetch-site": "cross-site" })).not.toBe("connected");
  });
});

describe("a room", () => {
  test("is for members and administrators; a task's room for its project's members", async () => {
    const taskId = await site.start(await site.template());
    const [guest, stranger, admin] = [await enter("guest"), await enter("stranger"), await enter("admin")];
    expect(await joins(guest, w.projectId)).toBe(true);
    expect(await joins(guest, w.projectId, taskId)).toBe(true);
    expect(await joins(admin, w.projectId, taskId)).toBe(true);
    expect(await joins(stranger, w.projectId)).toBe(false);
    expect(await joins(stranger, w.projectId, taskId)).toBe(false);
    expect(await joins(stranger, w.otherProjectId, taskId)).toBe(false);
  });

  test.each([0, -1, 1.5, 2 ** 40, "1", null, {}])(
    "ignores the id %j, and other sockets are not affected",
    async (nonsense) => {
      const guest = await enter("guest");
      expect(await joins(guest, nonsense)).toBe(false);
      expect(await joins(guest, nonsense, nonsense)).toBe(false);
      guest.emit("project", w.projectId);
      guest.emit("watch");
      guest.emit("unwatch", nonsense);
      expect(await joins(guest, w.projectId)).toBe(true);
    },
  );

  test("removes users who leave the team", async () => {
    const project = { projectId: w.projectId };
    await w.call(addMember, "owner", project, { user_id: w.userIds.stranger, role: "guest" });
    const stranger = await enter("stranger");
    expect(await joins(stranger, w.projectId)).toBe(true);
    const over = ended(stranger);
    await announced(() => w.call(removeMember, "owner", { ...project, userId: w.userIds.stranger }));
    await over;
    const again = await enter("stranger");
    expect(await joins(again, w.projectId)).toBe(false);
  });

  test("of a task's log removes them also when they have left the project's room", async () => {
    const project = { projectId: w.projectId };
    const taskId = await site.start(await site.template());
    await w.call(addMember, "owner", project, { user_id: w.userIds.stranger, role: "guest" });
    const stranger = await enter("stranger");
    expect(await joins(stranger, w.projectId, taskId)).toBe(true);
    stranger.emit("leave", w.projectId);
    expect(await joins(stranger, w.otherProjectId)).toBe(true);
    const over = ended(stranger);
    await announced(() => w.call(removeMember, "owner", { ...project, userId: w.userIds.stranger }));
    await over;
  });

  test("removes users who lose administrator rights", async () => {
    const user = { userId: w.userIds.stranger };
    const person = { username: "stranger", name: "The stranger", email: "stranger@example.com" };
    await w.call(updateUser, "admin", user, { ...person, admin: true });
    const stranger = await enter("stranger");
    expect(await joins(stranger, w.projectId)).toBe(true);
    const over = ended(stranger);
    await announced(() => w.call(updateUser, "admin", user, { ...person, admin: false }));
    await over;
  });
});

test("a revoked session disconnects its sockets, also after a check without sockets", async () => {
  hub.announce({ type: "access", user_id: w.userIds.manager });
  const manager = await enter("manager");
  const over = ended(manager);
  await announced(() =>
    w.call(changePassword, "admin", { userId: w.userIds.manager }, { password: "another password" }),
  );
  await over;
  expect(await fate(dial(cookieOf("manager")))).toBe("unauthenticated");
});

test("anonymous clients are disconnected", async () => {
  await serveAnother({ connectMs: 100, socketsPerUser: 10, maxBacklog: 1_000_000 });
  const silent = await openListener(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`, {});
  await silent.closed;
});

test("a user's sockets are limited", async () => {
  await serveAnother({ connectMs: 10_000, socketsPerUser: 2, maxBacklog: 1_000_000 });
  await enter("guest");
  await enter("guest");
  expect(await fate(dial(cookieOf("guest")))).toBe("too many sockets");
  await enter("owner");
});

test("a client that doesn't read is disconnected before it fills the memory, and notified; others continue", async () => {
  await serveAnother({ connectMs: 10_000, socketsPerUser: 10, maxBacklog: 100_000 });
  const runner = await HandRunner.start(db);
  await site.start(await site.template());
  const ref = await runner.take();
  const taskId = ref.task_id;
  const [slow, quick] = [await enter("guest"), await enter("owner")];
  expect(await joins(slow, w.projectId, taskId)).toBe(true);
  expect(await joins(quick, w.projectId, taskId)).toBe(true);
  const linesOf = { slow: countLines(slow), quick: countLines(quick) };
  const told = new Promise<void>((resolve) => slow.once("resync", () => resolve()));
  // The underlying socket, which stops reading from the network.
  const wire = (slow.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
  wire.pause();
  const line = "x".repeat(16_000);
  for (let chunk = 0; chunk < 300; chunk++) {
    const arrived = new Promise((resolve) => quick.once("log", resolve));
    await runner.log(ref, [line, line, line, line]);
    hub.announce({ type: "log", task_id: taskId, next_line: 1_000 });
    await arrived;
  }
  expect(linesOf.quick()).toBe(1200);
  wire.resume();
  await told;
  expect(slow.connected).toBe(true);
  expect(linesOf.slow()).toBeLessThan(1200);
});

test("lines that this process stores reach a watcher without being read again", async () => {
  const runner = await HandRunner.start(db);
  await site.start(await site.template());
  const ref = await runner.take();
  const owner = await enter("owner");
  expect(await joins(owner, w.projectId, ref.task_id)).toBe(true);
  const lines = countLines(owner);
  const statements = await statementsOf(db, async () => {
    await runner.log(ref, ["a", "b"]);
    await vi.waitFor(() => expect(lines()).toBe(2));
    hub.announce({ type: "log", task_id: ref.task_id, next_line: 2 });
    await runner.log(ref, ["c"]);
    await vi.waitFor(() => expect(lines()).toBe(3));
  });
  expect(statements.filter((text) => text.includes("log_chunks"))).toHaveLength(2);
});

function countLines(client: Client): () => number {
  let lines = 0;
  client.on("log", ({ offsets }) => {
    lines += offsets.length;
  });
  return () => lines;
}

describe("a client that sends invalid data", () => {
  const NO_TEXT = { toString: 1, valueOf: 1 };
  const NONSENSE: [string, ...unknown[]][] = [
    ["project"],
    ["project", NO_TEXT],
    ["project", w.projectId, "no function"],
    ["watch"],
    ["watch", w.projectId, NO_TEXT],
    ["watch", null, null, null],
    ["unwatch"],
    ["unwatch", NO_TEXT],
    ["unwatch", [NO_TEXT]],
    ["error", "of mine"],
    ["error"],
    ["nothing of the kind", NO_TEXT],
  ];

  test.each(NONSENSE)("%s %j raises nothing that ends the process", async (event, ...args) => {
    const unexpected: unknown[] = [];
    const observe = (error: unknown) => unexpected.push(error);
    process.prependListener("uncaughtException", observe);
    process.prependListener("unhandledRejection", observe);
    const client = await enter("guest");
    client.emit(event, ...args);
    expect(await joins(await enter("owner"), w.projectId)).toBe(true);
    process.off("uncaughtException", observe);
    process.off("unhandledRejection", observe);
    expect(unexpected).toEqual([]);
  });
});

describe("a client that keeps sending invalid data", () => {
  test("is logged once, counted, and disconnected", async () => {
    const failures = async () => Number(/^signalbox_socket_failures_total (\d+)$/m.exec((await scrape()).text)?.[1]);
    const lines = vi.spyOn(log, "warn");
    const before = await failures();
    const client = await enter("guest");
    const gone = ended(client);
    for (let sent = 0; sent < 25; sent++) client.emit("project", w.projectId, "no function");
    await gone;
    expect(await failures()).toBeGreaterThanOrEqual(before + 20);
    expect(lines).toHaveBeenCalledTimes(1);
    lines.mockRestore();
  });
});

describe("a client that sends many requests at once", () => {
  const { identify } = actor;
  let running = 0;
  let most = 0;
  const identified = vi.spyOn(actor, "identify");
  beforeEach(() => {
    most = 0;
    identified.mockClear().mockImplementation(async (...args) => {
      most = Math.max(most, ++running);
      return identify(...args).finally(() => running--);
    });
  });
  afterAll(() => identified.mockRestore());

  test("gets its replies one after the other", async () => {
    const guest = await enter("guest");
    const replies = await Promise.all(Array.from({ length: 50 }, () => joins(guest, w.projectId)));
    expect(replies).toEqual(Array(50).fill(true));
    expect(most).toBe(1);
  });

  test("is disconnected when too many wait, which are left out", async () => {
    const [guest, owner] = [await enter("guest"), await enter("owner")];
    const gone = ended(guest);
    for (let sent = 0; sent < 1_000; sent++) guest.emit("project", w.projectId, () => undefined);
    await gone;
    expect(await joins(owner, w.projectId)).toBe(true);
    expect(identified.mock.calls.length).toBeLessThan(150);
  });
});

describe("permission checks", () => {
  test("run one at a time, merging repeated requests", async () => {
    let now = 0;
    let most = 0;
    const looked: number[] = [];
    const rechecks = new Rechecks<number>(async (n) => {
      most = Math.max(most, ++now);
      await sleep(1);
      looked.push(n);
      now--;
    });
    void rechecks.add([1, 2, 3]);
    await rechecks.add([3, 4]);
    expect(looked).toEqual([1, 2, 3, 4]);
    expect(most).toBe(1);
    await rechecks.add([1]);
    expect(looked).toHaveLength(5);
  });

  test("continue after an empty request", async () => {
    const looked: number[] = [];
    const rechecks = new Rechecks<number>(async (n) => void looked.push(n));
    await rechecks.add([]);
    await rechecks.add([1]);
    await rechecks.add([]);
    await rechecks.add([2]);
    expect(looked).toEqual([1, 2]);
  });
});
