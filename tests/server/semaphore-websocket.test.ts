import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProject } from "@/lib/backup/operations";
import { addMember, removeMember } from "@/lib/member/operations";
import { createToken } from "@/lib/session/operations";
import { openSession } from "@/lib/session/sessions";
import { changePassword } from "@/lib/user/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";
import type { Person } from "../support/world";
import { type Running, startNode } from "./processes";
import { type Frame, handshakeStatus, type Listener, openListener } from "./websocket";

const db = await freshDatabase();
let site: TaskSite;
let templateId: number;
let runner: HandRunner;
let server: Running;
let url: string;
const open: Listener[] = [];

beforeAll(async () => {
  site = await taskSite(db);
  templateId = await site.template();
  runner = await HandRunner.start(db);
  server = await startNode(() => ["dist/server.mjs"], { DATABASE_URL: process.env.DATABASE_URL ?? "" });
  url = `${server.url.replace("http", "ws")}/api/ws`;
});

afterAll(async () => {
  for (const { socket } of open) socket.terminate();
  await server?.stop();
});

const cookieOf = (person: Person) => ({ cookie: `semaphore=${site.w.sessionIds[person]}` });

async function listenAs(person: Person): Promise<Listener> {
  const listener = await openListener(url, cookieOf(person));
  open.push(listener);
  return listener;
}

/** A whole task with these lines. */
async function runTask(lines: string[], options: object = {}): Promise<number> {
  const taskId = await site.start(templateId, options);
  const ref = await runner.take();
  await runner.log(ref, lines);
  await runner.finish(ref);
  return taskId;
}

const isEnd = (taskId: number) => (frame: Frame) =>
  frame.type === "update" && frame.task_id === taskId && frame.status === "success";
const linesOf = (listener: Listener, taskId: number) =>
  listener.frames().filter((frame) => frame.type === "log" && frame.task_id === taskId);

describe("connecting", () => {
  test("requires a session or a token; the upgrade is refused otherwise", async () => {
    const { id } = await site.w.call(createToken, "guest", {}, {});
    expect(await handshakeStatus(url, cookieOf("guest"))).toBe(101);
    expect(await handshakeStatus(`${url}/?x=1`, cookieOf("guest"))).toBe(101);
    expect(await handshakeStatus(url, { authorization: `Bearer ${id}` })).toBe(101);
    expect(await handshakeStatus(url, {})).toBe(401);
    expect(await handshakeStatus(url, { cookie: "semaphore=nonsense" })).toBe(401);
    expect(await handshakeStatus(url, { authorization: "Bearer nonsense", ...cookieOf("guest") })).toBe(401);
  });

  test("with a cookie is refused to another site's page", async () => {
    const own = server.url;
    expect(await handshakeStatus(url, { ...cookieOf("guest"), origin: own })).toBe(101);
    expect(await handshakeStatus(url, { ...cookieOf("guest"), origin: "https://elsewhere.example" })).toBe(403);
    expect(await handshakeStatus(url, { ...cookieOf("guest"), origin: "null" })).toBe(403);
    expect(await handshakeStatus(url, { ...cookieOf("guest"), "sec-fetch-site": "cross-site" })).toBe(403);
  });

  test("with a plain request gets an error that names WebSocket", async () => {
    const nobody = await fetch(`${server.url}/api/ws`);
    expect([nobody.status, await nobody.text()]).toEqual([401, ""]);
    const plain = await fetch(`${server.url}/api/ws`, { headers: cookieOf("guest") });
    expect([plain.status, await plain.json()]).toEqual([
      400,
      { error: "This path accepts only WebSocket connections" },
    ]);
  });
});

describe("a client receives", () => {
  test("every change of a task and every line, with exactly Semaphore's fields", async () => {
    const guest = await listenAs("guest");
    const taskId = await runTask(["one", "two", ""]);
    const end = await guest.frame(isEnd(taskId));
    const project_id = site.w.projectId;
    expect(end).toEqual({
      end: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      project_id,
      start: expect.stringMatching(/Z$/),
      status: "success",
      task_id: taskId,
      template_id: templateId,
      type: "update",
      version: null,
    });
    expect(linesOf(guest, taskId)).toEqual(
      ["one", "two", ""].map((output) => ({
        output,
        project_id,
        task_id: taskId,
        time: expect.stringMatching(/Z$/),
        type: "log",
      })),
    );
    for (const text of guest.texts) {
      const keys = Object.keys(JSON.parse(text));
      expect(keys).toEqual(keys.toSorted());
    }
    expect(guest.frames().at(-1)).toEqual(end);
  });

  test("no earlier lines, whenever it connects", async () => {
    const taskId = await site.start(templateId);
    const ref = await runner.take();
    await runner.log(ref, ["early"]);
    for (const { socket, closed } of open.splice(0)) {
      socket.close();
      await closed;
    }
    const late = await listenAs("guest");
    await runner.log(ref, ["late"]);
    await runner.finish(ref);
    await late.frame(isEnd(taskId));
    expect(linesOf(late, taskId).map(({ output }) => output)).toEqual(["late"]);
  });

  test("only what its user may see: members and administrators, not others", async () => {
    const [admin, guest, stranger] = [await listenAs("admin"), await listenAs("guest"), await listenAs("stranger")];
    const taskId = await runTask(["secret of ours"]);
    await Promise.all([admin.frame(isEnd(taskId)), guest.frame(isEnd(taskId))]);
    expect(linesOf(admin, taskId)).toHaveLength(1);
    expect(stranger.texts).toEqual([]);
  });

  test("a project's events from joining it until leaving it", async () => {
    const { w } = site;
    const [stranger, owner] = [await listenAs("stranger"), await listenAs("owner")];
    const project = { projectId: w.projectId };
    await w.call(addMember, "owner", project, { user_id: w.userIds.stranger, role: "guest" });
    await hears(stranger, true);
    await w.call(removeMember, "owner", { ...project, userId: w.userIds.stranger });
    await hears(stranger, false);
    expect(owner.socket.readyState).toBe(owner.socket.OPEN);
  });

  /** Membership changes are announced separately: runs tasks until the listener hears them, or doesn't. */
  async function hears(listener: Listener, expected: boolean): Promise<void> {
    const witness = await listenAs("owner");
    for (;;) {
      const taskId = await runTask(["x"]);
      await witness.frame(isEnd(taskId));
      await listener.socket.ping();
      await new Promise((resolve) => listener.socket.once("pong", resolve));
      if (listener.frames().some(isEnd(taskId)) === expected) return;
    }
  }

  test("events of a project that its user creates", async () => {
    const heard = await heardDuring(() => site.w.call(createProject, "admin", {}, { name: "New" }));
    expect(heard).toContainEqual({ type: "access", user_id: site.w.userIds.admin });
  });
});

describe("the connection ends", () => {
  test("when the session is revoked", async () => {
    const manager = await listenAs("manager");
    await site.w.call(changePassword, "admin", { userId: site.w.userIds.manager }, { password: "a new passphrase" });
    expect(await manager.closed).toBe(1008);
  });

  test("when the user signs out", async () => {
    const id = await openSession(db, site.w.userIds.guest, { ip: "127.0.0.1", userAgent: "tests" });
    const cookie = { cookie: `semaphore=${id}` };
    const guest = await openListener(url, cookie);
    await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers: cookie });
    expect(await guest.closed).toBe(1008);
  });

  test("when the client sends too much", async () => {
    const guest = await listenAs("guest");
    guest.socket.send("ignored");
    guest.socket.send("x".repeat(513));
    expect(await guest.closed).toBe(1009);
  });

  test("when the server stops", async () => {
    const guest = await listenAs("guest");
    await server.stop();
    expect(await guest.closed).toBe(1001);
  });
});
