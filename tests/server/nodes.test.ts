import { setTimeout as sleep } from "node:timers/promises";
import { count, eq, sql } from "drizzle-orm";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { createSchedule } from "@/lib/schedule/operations";
import { Balancer } from "../support/balancer";
import { freshDatabase } from "../support/database";
import { freePort } from "../support/listen";
import { taskSite } from "../support/task-site";
import { until } from "../support/until";
import { type Running, startNode } from "./processes";

const NODES = 3;
const SCHEDULES = 30;

const db = await freshDatabase();
const site = await taskSite(db);
const { w } = site;
const headers = { cookie: `semaphore=${w.sessionIds.owner}`, connection: "close" };
let nodes: Running[] = [];
let balancer: Balancer;

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const environment = {
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    SIGNALBOX_ENCRYPTION_KEYS: process.env.SIGNALBOX_ENCRYPTION_KEYS ?? "",
  };
  nodes = await Promise.all(ports.map((port) => startNode(() => ["dist/server.mjs"], environment, port)));
  balancer = await Balancer.start(ports);
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await Promise.all(nodes.map((node) => node.stop()));
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${balancer.url}${path}`, { headers, ...init });

const startTask = async (template_id: number): Promise<number> => {
  const response = await ask(`/api/project/${w.projectId}/tasks`, {
    method: "POST",
    body: JSON.stringify({ template_id }),
  });
  expect(response.status).toBe(201);
  return (await response.json()).id;
};

/** A browser's socket; the next one goes to the next node. */
async function watchProject() {
  const socket = io(balancer.url, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: headers.cookie },
  });
  const seen: number[] = [];
  socket.on("task", ({ task_id }: TaskUpdate) => seen.push(task_id));
  await socket.timeout(5000).emitWithAck("project", w.projectId);
  return { seen, close: () => socket.disconnect() };
}

describe("three web nodes on one Postgres behind a TCP balancer", () => {
  test("accept the same session, and see each other's tasks at once", async () => {
    const templateId = await site.template();
    for (let n = 0; n < 2 * NODES; n++) {
      const id = await startTask(templateId);
      const response = await ask(`/api/project/${w.projectId}/tasks/${id}`);
      expect(response.status).toBe(200);
    }
  });

  test("share the throttle of sign-ins", async () => {
    const body = JSON.stringify({ auth: "someone", password: "wrong" });
    const signIn = async () =>
      (await ask("/api/auth/login", { method: "POST", body, headers: { connection: "close" } })).status;
    for (let n = 0; n < 10; n++) expect(await signIn()).toBe(401);
    for (let n = 0; n < 2 * NODES; n++) expect(await signIn()).toBe(429);
  });

  test("announce a task that one of them started to the browsers of all", async () => {
    const sockets = await Promise.all(Array.from({ length: NODES }, watchProject));
    const id = await startTask(await site.template());
    await until("every browser sees the task", () => sockets.every(({ seen }) => seen.includes(id)));
    for (const { close } of sockets) close();
  });

  test("start each due schedule once", async () => {
    const template_id = await site.template();
    const yearly = { template_id, cron_format: "0 0 1 1 *", active: true };
    for (let n = 0; n < SCHEDULES; n++)
      await w.call(createSchedule, "owner", { projectId: w.projectId }, { ...yearly, name: `Yearly ${n}` });
    const rows = await db
      .update(schedules)
      .set({ next_run_at: sql`date_trunc('second', now()) + interval '2 seconds'` })
      .where(eq(schedules.template_id, template_id))
      .returning({ id: schedules.id });
    expect(rows).toHaveLength(SCHEDULES);
    await until("all schedules have fired", async () => (await db.$count(scheduleFires)) >= SCHEDULES);
    // Longer than the nodes' clocks and rounds are apart.
    await sleep(3_000);
    const started = await db
      .select({ schedule: tasks.schedule_id, times: count() })
      .from(tasks)
      .where(eq(tasks.template_id, template_id))
      .groupBy(tasks.schedule_id);
    expect(started).toHaveLength(SCHEDULES);
    expect(started.every(({ times }) => times === 1)).toBe(true);
  });

  test("serve on when one is killed: the balancer passes it by, and nothing that was stored is missing", async () => {
    const templateId = await site.template();
    const before = await startTask(templateId);
    await nodes[0]?.stop("SIGKILL");
    for (let n = 0; n < 2 * NODES; n++) {
      expect((await ask(`/api/project/${w.projectId}/tasks/${before}`)).status).toBe(200);
      await startTask(templateId);
    }
  });
});
