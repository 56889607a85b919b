import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { measure } from "@/lib/server/metrics/measure";
import { getStatistics } from "@/lib/statistics/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { freePort } from "../support/listen";
import { insertTask } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { type Running, startNode } from "./processes";

const TOKEN = "a-token-for-metrics";

const db = await freshDatabase();
let site: TaskSite;
/** Has a metrics port and no token. */
let open: Running;
let metricsUrl: string;
let closed: Running;

beforeAll(async () => {
  site = await taskSite(db);
  const environment = { DATABASE_URL: process.env.DATABASE_URL ?? "" };
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}`;
  open = await startNode(() => ["dist/server.mjs"], { ...environment, SIGNALBOX_METRICS_PORT: port });
  closed = await startNode(() => ["dist/server.mjs"], { ...environment, SIGNALBOX_METRICS_TOKEN: TOKEN });
});

afterAll(async () => {
  await open?.stop();
  await closed?.stop();
});

async function get(url: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(`${url}/metrics`, { method, headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

/** The value of a line such as `signalbox_tasks{status="waiting"}`. */
async function value(line: string): Promise<number> {
  const { text } = await get(metricsUrl);
  const found = text.split("\n").find((other) => other.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? Number.NaN);
}

describe("access to metrics", () => {
  test("is open on their own port, which serves nothing else", async () => {
    const { status, type } = await get(metricsUrl);
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    for (const path of ["/", "/api/ping", "/metrics/x"])
      expect((await fetch(`${metricsUrl}${path}`)).status, path).toBe(404);
  });

  test("is closed on the console's port without a token, even from this machine", async () => {
    expect((await get(open.url)).status).toBe(404);
    expect((await get(open.url, { authorization: `Bearer ${TOKEN}` })).status).toBe(404);
  });

  test("requires the token if one is set", async () => {
    expect((await get(closed.url)).status).toBe(401);
    expect((await get(closed.url, { authorization: "Bearer another-token-here" })).status).toBe(401);
    const right = { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.9" };
    expect((await get(closed.url, right)).status).toBe(200);
  });

  test("is limited to GET and HEAD", async () => {
    expect(await get(metricsUrl, {}, "HEAD")).toMatchObject({ status: 200, text: "" });
    expect((await get(metricsUrl, {}, "POST")).status).toBe(405);
  });
});

describe("metrics include", () => {
  test("the queue, the runners and how long tasks waited", async () => {
    const runner = await HandRunner.start(db);
    const templateId = await site.template({ allow_parallel_tasks: true });
    const taskId = await site.start(templateId);
    await site.start(templateId);
    const ref = await runner.take();
    expect(ref.task_id).toBe(taskId);
    expect(await value('signalbox_tasks{status="waiting"}')).toBe(1);
    expect(await value('signalbox_tasks{status="running"}')).toBe(1);
    expect(await value('signalbox_tasks{status="stopping"}')).toBe(0);
    expect(await value("signalbox_queue_oldest_seconds")).toBeGreaterThan(0);
    expect(await value("signalbox_runners_connected")).toBe(1);
    expect(await value('signalbox_claim_seconds{quantile="1"}')).toBeGreaterThan(0);
    expect(await value("signalbox_log_stored_bytes")).toBeGreaterThan(0);
    expect(await value("signalbox_state_stored_bytes")).toBeGreaterThan(0);
    expect(await value("signalbox_outbox_waiting")).toBe(0);
    expect(await value("signalbox_database_up")).toBe(1);

    await runner.log(ref, ["a line"]);
    await runner.finish(ref);
    await expect.poll(() => value('signalbox_tasks_ended_total{status="success"}'), { timeout: 30_000 }).toBe(1);
    expect(await value('signalbox_tasks{status="running"}')).toBe(0);
    expect(await value('signalbox_run_seconds{quantile="1"}')).toBeGreaterThan(0);
    expect(await value("signalbox_success_ratio")).toBe(1);
  });

  test("requests by route instead of path, and the state of the process", async () => {
    await fetch(`${open.url}/api/project/4711/keys`);
    const line = 'signalbox_http_request_seconds_count{method="GET",route="/api/project/:projectId/keys",status="401"}';
    // It is counted when it has ended, which may be after the client has its reply.
    await expect.poll(() => value(line)).toBe(1);
    expect(await value("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
    const { text } = await get(metricsUrl);
    // A value may have these digits by chance.
    expect(text.replaceAll(/ \S+$/gm, "")).not.toContain("4711");
  });

  test("the same numbers as a project's statistics", async () => {
    const runner = await HandRunner.start(db);
    const templateId = await site.template({ allow_parallel_tasks: true });
    for (const status of ["success", "error"] as const) {
      await site.start(templateId);
      await runner.finish(await runner.take(), status);
    }
    const { total } = await site.w.call(getStatistics, "guest", { projectId: site.w.projectId }, { days: 2 });
    const of = (name: string, label: string) =>
      value(`signalbox_project_${name}{project="${site.w.projectId}",${label}}`);
    expect(total).toMatchObject({ success: 2, error: 1 });
    expect(await of("tasks", 'status="success"')).toBe(2);
    expect(await of("tasks", 'status="error"')).toBe(1);
    expect(await of("tasks", 'status="stopped"')).toBe(total.stopped);
    expect(await of("run_seconds", 'quantile="0.5"')).toBe(total.duration_p50);
    expect(await of("run_seconds", 'quantile="0.95"')).toBe(total.duration_p95);
    expect(await of("queue_seconds", 'quantile="0.5"')).toBe(total.waited_p50);
    expect(await of("queue_seconds", 'quantile="0.95"')).toBe(total.waited_p95);

    await db.update(tasks).set({ created: sql`now() - interval '25 hours'` });
    expect(await of("tasks", 'status="success"')).toBeNaN();
  });

  test("no drift checks among the durations and results of runs", async () => {
    const { success_ratio, run_seconds } = await measure(db);
    const year = { start: "2025-01-01T00:00:00Z", end: "2026-01-01T00:00:00Z" };
    const check = { ...year, status: "error" as const, drift_check: true };
    await insertTask(db, site.w.projectId, await site.template(), check);
    expect(await measure(db)).toMatchObject({ success_ratio, run_seconds });
  });

  test("only what one statement returns", async () => {
    expect(await statementsOf(db, () => measure(db))).toHaveLength(1);
  });
});
