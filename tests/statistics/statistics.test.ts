import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskHosts } from "@/db/schema/task-events";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createProject } from "@/lib/backup/operations";
import type { Failure } from "@/lib/protocol/failure";
import type { TaskReason } from "@/lib/protocol/reasons";
import { measure } from "@/lib/server/metrics/measure";
import { getStatistics } from "@/lib/statistics/operations";
import { freshDatabase } from "../support/database";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
let deploy: number;
let backup: number;
beforeAll(async () => {
  site = await taskSite(db);
  deploy = await site.template({ name: "Deploy", allow_parallel_tasks: true });
  backup = await site.template({ name: "Backup", allow_parallel_tasks: true });
});
beforeEach(() => db.delete(tasks));

type Ended = Partial<typeof tasks.$inferInsert> & { daysAgo?: number; waited?: number; took?: number };

/** A task as it would be had it run; times in seconds, at noon (UTC). */
async function ended(template: number, { daysAgo = 0, waited = 0, took = 10, ...changes }: Ended = {}) {
  const id = await site.start(template);
  const created = Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000 + 100;
  const at = (seconds: number) => new Date(created + seconds * 1000).toISOString();
  const times = { created: at(0), start: at(waited), end: at(waited + took) };
  await db
    .update(tasks)
    .set({ status: "success", ...times, ...changes })
    .where(eq(tasks.id, id));
  return id;
}

const look = (input: object = {}) =>
  site.w.call(getStatistics, "guest", { projectId: site.w.projectId }, { days: 7, ...input });

test("without tasks every day is there, empty", async () => {
  const { days, tasks: count, complete, total, ...lists } = await look();
  expect(days).toHaveLength(7);
  expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  expect([count, complete, total.success, total.duration_p50]).toEqual([0, true, 0, null]);
  expect(Object.values(lists)).toEqual([[], [], [], [], [], [], [], []]);
});

test("results, durations and waiting times are counted by day and template", async () => {
  await ended(deploy, { took: 10, waited: 1 });
  await ended(deploy, { took: 30, waited: 3 });
  await ended(backup, { status: "error", daysAgo: 2, took: 100 });
  await ended(backup, { daysAgo: 8 });
  await site.start(deploy);
  const { days, templates, tasks: count, total } = await look();
  expect(count).toBe(3);
  expect(total).toMatchObject({ success: 2, error: 1, stopped: 0, duration_p50: 30 });
  expect(days.at(-1)).toMatchObject({ success: 2, duration_p50: 20, duration_p95: 29, waited_p50: 2 });
  expect(days.at(-3)).toMatchObject({ error: 1, success: 0, duration_p95: 100 });
  expect(templates.map(({ name, error, success }) => [name, error, success])).toEqual([
    ["Backup", 1, 0],
    ["Deploy", 0, 2],
  ]);
  expect((await look({ template_id: deploy })).total).toMatchObject({ success: 2, error: 0 });
});

test("a template is flaky if one commit has had both results", async () => {
  for (const status of ["success", "error"] as const) await ended(deploy, { status, commit_hash: "aa11" });
  await ended(backup, { status: "error", commit_hash: "bb22" });
  await ended(backup, { commit_hash: "cc33" });
  await ended(backup, { commit_hash: "bb22", dry_run: true });
  const { templates } = await look();
  expect(Object.fromEntries(templates.map(({ name, flaky }) => [name, flaky]))).toEqual({ Deploy: 1, Backup: 0 });
});

test("causes, hosts, people and the slowest are named", async () => {
  const counts = { ok: 1, changed: 0, skipped: 0 };
  const hosts = [
    { host: "web-1", failed: 0, unreachable: 0, ...counts },
    { host: "web-2", failed: 1, unreachable: 0, ...counts },
  ];
  const failure = { cause: "disk_full", subject: "", lines: [] } as const;
  const slow = await ended(deploy, { took: 500, hosts, status: "error", failure: { ...failure, lines: [] } });
  await ended(deploy, { took: 5, user_id: null });
  const { causes, hosts: found, people, slowest } = await look();
  expect(causes).toEqual([{ cause: "disk_full", reason: null, count: 1, task_id: slow }]);
  expect(found).toEqual([{ name: "web-2", runs: 1, failed: 1 }]);
  expect(people.map(({ name, error, success }) => [name, error, success])).toEqual([
    [expect.any(String), 1, 0],
    [null, 0, 1],
  ]);
  expect(slowest[0]).toEqual({ task_id: slow, template_id: deploy, template_name: "Deploy", seconds: 500 });
});

test("failures without a known cause are grouped by their reason, if that tells one", async () => {
  const unknown = { cause: null, subject: "", lines: [] };
  const failed = (reason: TaskReason | null, failure?: Failure) => ended(deploy, { status: "error", reason, failure });
  await failed("exit_code", { ...unknown, cause: "disk_full" });
  const full = await failed("git_failed", { ...unknown, cause: "disk_full" });
  await failed("git_failed", unknown);
  const fetching = await failed("git_failed");
  const lost = await failed("runner_lost");
  await failed(null);
  await failed("exit_code", unknown);
  const plain = await failed("exit_code");
  expect((await look()).causes).toEqual([
    { cause: null, reason: null, count: 3, task_id: plain },
    { cause: null, reason: "git_failed", count: 2, task_id: fetching },
    { cause: "disk_full", reason: null, count: 2, task_id: full },
    { cause: null, reason: "runner_lost", count: 1, task_id: lost },
  ]);
});

test("runs of a runner that was removed are told from those that none began; workflows have no runner", async () => {
  const [runner] = await db.insert(runners).values({ name: "east", token_hash: "east" }).returning();
  for (const runner_id of [runner?.id, null]) await ended(deploy, { runner_id, status: "error" });
  await ended(deploy, { runner_id: null, status: "stopped", start: null });
  const workflow = await site.template({ name: "Release", allow_parallel_tasks: true });
  await ended(workflow, { runner_id: null });
  await db.update(templates).set({ app: "workflow" }).where(eq(templates.id, workflow));
  const { runners: found, tasks: count } = await look();
  expect(count).toBe(4);
  expect(found.map(({ id, name, removed }) => [id, name, removed])).toEqual([
    [runner?.id, "east", false],
    [null, null, true],
    [null, null, false],
  ]);
});

test("a list that leaves groups out is told; the first have the most failures", async () => {
  const hostsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      host: `web-${n}`,
      ok: 1,
      changed: 0,
      skipped: 0,
      failed: 1,
      unreachable: 0,
    }));
  const id = await ended(deploy, { hosts: hostsOf(20) });
  expect(await look()).toMatchObject({ cut: [] });
  await db
    .update(tasks)
    .set({ hosts: hostsOf(21) })
    .where(eq(tasks.id, id));
  const { hosts, cut } = await look();
  expect([hosts.length, cut]).toEqual([20, ["hosts"]]);
});

test("days begin at midnight in the time zone that is asked for", async () => {
  await ended(deploy);
  const { days } = await look({ timezone: "America/New_York" });
  expect(days.filter(({ success }) => success > 0)).toHaveLength(1);
  const day = days.find(({ success }) => success > 0)?.day;
  expect(day).toBe(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  expect((await look({ timezone: "US/Pacific-New" })).days.some(({ success }) => success > 0)).toBe(true);
  await expect(look({ timezone: "Mars/Olympus" })).rejects.toThrow();
});

test("a workflow counts as one task, and those inside it do not count", async () => {
  const hosts = [{ host: "web-1", ok: 0, changed: 0, skipped: 0, failed: 1, unreachable: 0 }];
  const parent_task_id = await ended(deploy, { took: 100, status: "error" });
  for (const status of ["success", "error"] as const) await ended(backup, { status, parent_task_id, hosts, took: 1 });
  const { tasks: count, total, templates, hosts: found, causes, slowest } = await look();
  expect(count).toBe(1);
  expect(total).toMatchObject({ success: 0, error: 1, duration_p50: 100 });
  expect(templates.map(({ name }) => name)).toEqual(["Deploy"]);
  expect([found, causes.length, slowest.length]).toEqual([[], 1, 1]);
  expect((await look({ template_id: backup })).tasks).toBe(0);
  await db.update(tasks).set({ created: new Date().toISOString() });
  expect((await measure(db)).projects).toMatchObject([{ project: site.w.projectId, success: 0, error: 1 }]);
});

test("the tasks of other projects do not count", async () => {
  await ended(deploy);
  const { id: projectId } = await site.w.call(createProject, "admin", {}, { name: "Other" });
  const found = await site.w.call(getStatistics, "admin", { projectId }, {});
  expect(found.tasks).toBe(0);
});

test("hosts are listed by what the steps of a run took on them on average, the slowest first", async () => {
  const runs = [await ended(deploy, { results: ["events"] }), await ended(deploy, { results: ["events"] })];
  const old = await ended(deploy);
  const took = (task_id: number, millis: number[]) =>
    db.insert(taskHosts).values(millis.map((ms, number) => ({ task_id, number, name: `web-${number}`, millis: ms })));
  await took(runs[0] ?? 0, [1_000, 9_000]);
  await took(runs[1] ?? 0, [3_000]);
  await took(old, [99_000]);
  expect((await look()).slowest_hosts).toEqual([
    { name: "web-1", runs: 1, seconds: 9 },
    { name: "web-0", runs: 2, seconds: 2 },
  ]);
});
