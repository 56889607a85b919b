import { and, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectMembers } from "@/db/schema/projects";
import { taskPlans } from "@/db/schema/task-plans";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { lastDays } from "@/lib/task/dashboard/days";
import { getDashboard, getOverview } from "@/lib/task/dashboard/operations";
import { countStatements, freshDatabase, plansOf } from "../support/database";
import { taskPlan } from "../support/plan";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { MEMBERS, statuses } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let theirTemplate: number;

beforeAll(async () => {
  site = await taskSite(db);
  const theirs = site.w.otherProjectId;
  theirTemplate = await insertTemplateRow(db, theirs, await resources(db, theirs), { name: "Theirs" });
});

beforeEach(() => db.delete(tasks).then(() => undefined));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const insert = (templateId: number, values: Parameters<typeof insertTask>[3]) =>
  insertTask(db, site.w.projectId, templateId, { end: hoursAgo(0), ...values });
const look = (timezone?: string) => site.w.call(getDashboard, "guest", { projectId: site.w.projectId }, { timezone });
const failure = {
  cause: null,
  subject: "",
  lines: [
    { line: 3, output: "Running bash run.sh" },
    { line: 4, output: "cat: /nowhere: No such file" },
  ],
};

test("plans to confirm come first, then tasks at work, each the oldest first; waiting ones are counted", async () => {
  const template = await site.template({ name: "Deploy" });
  const running = await insert(template, { status: "running", end: null, start: hoursAgo(1) });
  const plan = { add: 1, change: 2, destroy: 3 };
  const asks = await insert(template, { status: "waiting_confirmation", end: null, plan });
  const starting = await insert(template, { status: "starting", end: null });
  for (let n = 0; n < 2; n++) await insert(template, { status: "waiting", end: null });
  const found = await site.w.call(getDashboard, "owner", { projectId: site.w.projectId }, {});
  expect(found.active.map(({ id }) => id)).toEqual([asks, running, starting]);
  expect(found.active[0]).toMatchObject({ plan, tpl_alias: "Deploy", status: "waiting_confirmation" });
  expect(found).toMatchObject({ active_count: 3, waiting_count: 2, failed: [] });
});

test("only who may confirm a plan is asked for it; a guest sees it among the tasks at work", async () => {
  const template = await site.template();
  const running = await insert(template, { status: "running", end: null });
  const asks = await insert(template, { status: "waiting_confirmation", end: null });
  const shown = async (who: "guest" | "task_runner" | "admin") =>
    (await site.w.call(getDashboard, who, { projectId: site.w.projectId }, {})).active.map((task) => [
      task.id,
      task.may_decide,
    ]);
  expect(await shown("guest")).toEqual([
    [running, false],
    [asks, false],
  ]);
  for (const who of ["task_runner", "admin"] as const)
    expect(await shown(who)).toEqual([
      [asks, true],
      [running, false],
    ]);
  const overview = await site.w.call(getOverview, "guest", {});
  expect(overview.active.map(({ may_decide }) => may_decide)).toEqual([false, false]);
});

test("the overview asks only for what may be decided in each of the projects", async () => {
  const ours = await insert(await site.template(), { status: "waiting_confirmation", end: null });
  const theirs = await insertTask(db, site.w.otherProjectId, theirTemplate, { status: "waiting_confirmation" });
  await db
    .insert(projectMembers)
    .values({ project_id: site.w.otherProjectId, user_id: site.w.userIds.guest, role: "task_runner" });
  const { active } = await site.w.call(getOverview, "guest", {});
  expect(active.map(({ id, may_decide }) => [id, may_decide])).toEqual([
    [theirs, true],
    [ours, false],
  ]);
  await db
    .delete(projectMembers)
    .where(and(eq(projectMembers.user_id, site.w.userIds.guest), eq(projectMembers.project_id, site.w.otherProjectId)));
});

test("a workflow tells how many of its nodes have ended, and a failed one names its failed nodes", async () => {
  const workflow = { app: "workflow", playbook: "", repository_id: null, graph: { nodes: [], edges: [] } };
  const template = await insertTemplateRow(db, site.w.projectId, site.r, { name: "Release", ...workflow });
  const running = await insert(template, { status: "running", end: null });
  await db.insert(workflowRuns).values({ task_id: running, graph: { nodes: [], edges: [] } });
  const states = ["success", "failed", "skipped", "running", "waiting", "pending"] as const;
  await db.insert(workflowNodes).values(states.map((status) => ({ task_id: running, key: status, status })));
  await insert(template, { status: "running", end: null });
  const other = await insertTemplateRow(db, site.w.projectId, site.r, { name: "Other", ...workflow });
  const cause = { cause: "node_failed" as const, subject: "Build it, docs", lines: [] };
  await insert(other, { status: "error", failure: cause });
  const { active, failed } = await look();
  expect(active.map(({ nodes }) => nodes)).toEqual([{ done: 3, all: 6 }, null]);
  expect(failed).toMatchObject([{ error: "", cause: "node_failed", subject: "Build it, docs", nodes: null }]);
});

test("a plan has its checksum, so that no other one is confirmed", async () => {
  const template = await site.template();
  const [known, unknown] = [
    await insert(template, { status: "waiting_confirmation", end: null }),
    await insert(template, { status: "waiting_confirmation", end: null }),
  ];
  const { checksum } = taskPlan();
  await db.insert(taskPlans).values({ task_id: known, attempt: 1, checksum, plan: taskPlan() });
  expect((await look()).active).toMatchObject([
    { id: known, plan_checksum: checksum },
    { id: unknown, plan_checksum: null },
  ]);
});

test("many tasks at work are counted, but not all listed", async () => {
  const template = await site.template();
  for (let n = 0; n < 25; n++) await insert(template, { status: "running", end: null });
  const found = await look();
  expect(found.active).toHaveLength(20);
  expect(found.active_count).toBe(25);
});

test("tasks inside workflows are not counted beside them, but for those that wait for a person", async () => {
  const template = await site.template();
  const parent_task_id = await insert(template, { status: "running", end: null });
  const ends = ["success", "error", "stopped"] as const;
  for (const status of ends) await insert(template, { status });
  for (const status of [...ends, ...ends]) await insert(template, { status, parent_task_id });
  for (const status of ["waiting", "running", "waiting_confirmation"] as const)
    await insert(template, { status, end: null, parent_task_id });
  const found = await look();
  expect(found.days.at(-1)).toMatchObject({ success: 1, error: 1, stopped: 1 });
  expect(found).toMatchObject({ active_count: 2, waiting_count: 0 });
});

test("of each template the newest failure is listed, with its first error line", async () => {
  const [one, two] = [await site.template({ name: "One" }), await site.template({ name: "Two" })];
  const end = hoursAgo(1);
  await insert(one, { status: "error" });
  const newest = await insert(one, { status: "error", failure, end });
  const other = await insert(two, { status: "error", reason: "timed_out", end });
  await insert(two, { status: "stopped" });
  const { failed } = await look();
  expect(failed.map(({ id }) => id)).toEqual([other, newest]);
  expect(failed.map(({ error }) => error)).toEqual(["", "cat: /nowhere: No such file"]);
});

test("a template that has succeeded since, or failed more than a week ago, is left out", async () => {
  const [fixed, old] = [await site.template(), await site.template()];
  await insert(fixed, { status: "error" });
  await insert(fixed, { status: "success" });
  await insert(old, { status: "error", end: hoursAgo(24 * 8) });
  expect((await look()).failed).toEqual([]);
  const again = await insert(fixed, { status: "error" });
  expect((await look()).failed.map(({ id }) => id)).toEqual([again]);
});

test("a drift check resolves no failed run, nor a run a failed check; checks are counted on no day", async () => {
  const template = await site.template();
  const run = await insert(template, { status: "error", end: hoursAgo(0) });
  await insert(template, { status: "success", drift_check: true });
  expect((await look()).failed.map(({ id }) => id)).toEqual([run]);
  const check = await insert(template, { status: "error", drift_check: true });
  expect((await look()).failed.map(({ id }) => id).sort()).toEqual([run, check].sort());
  await insert(template, { status: "success" });
  const found = await look();
  expect(found.failed.map(({ id }) => id)).toEqual([check]);
  expect(found.days.at(-1)).toMatchObject({ success: 1, error: 1, stopped: 0 });
});

test.each([{ dry_run: true }, { params: { plan: true } }, { params: { destroy: true } }])(
  "a task with %j resolves no failed run, but a run resolves such a failed task",
  async (kind) => {
    const template = await site.template();
    const run = await insert(template, { status: "error" });
    await insert(template, { status: "success", ...kind });
    expect((await look()).failed.map(({ id }) => id)).toEqual([run]);
    await insert(template, { status: "success" });
    expect((await look()).failed).toEqual([]);
    await insert(template, { status: "error", ...kind });
    await insert(template, { status: "success" });
    expect((await look()).failed).toEqual([]);
    await insert(template, { status: "error", ...kind });
    await insert(template, { status: "success", ...kind });
    expect((await look()).failed).toEqual([]);
  },
);

test("many failures of one template, resolved or not, hide no other's", async () => {
  const [quiet, noisy] = [await site.template({ name: "Quiet" }), await site.template({ name: "Noisy" })];
  const hidden = await insert(quiet, { status: "error" });
  for (let n = 0; n < 110; n++) await insert(noisy, { status: "error" });
  const last = await insert(noisy, { status: "error" });
  expect((await look()).failed.map(({ id }) => id)).toEqual([last, hidden]);
  await insert(noisy, { status: "success" });
  expect((await look()).failed.map(({ id }) => id)).toEqual([hidden]);
});

test("results are counted by the day on which they ended", async () => {
  const template = await site.template();
  const days = lastDays(14, Date.now(), "UTC");
  const during = (day: number) => new Date(Date.parse(days[day] ?? "") + 1000).toISOString();
  for (const [day, status] of [
    [0, "success"],
    [0, "success"],
    [0, "error"],
    [12, "stopped"],
    [13, "error"],
  ] as const)
    await insert(template, { status, end: during(day) });
  await insert(template, { status: "success", end: new Date(Date.parse(during(0)) - 2000).toISOString() });
  const found = (await look()).days;
  expect(found.map(({ start }) => start)).toEqual(days);
  expect(found[0]).toMatchObject({ success: 2, error: 1, stopped: 0 });
  expect(found[12]).toMatchObject({ success: 0, error: 0, stopped: 1 });
  expect(found[13]).toMatchObject({ success: 0, error: 1, stopped: 0 });
  const sums = found.map(({ success, error, stopped }) => success + error + stopped);
  expect(sums.reduce((sum, count) => sum + count, 0)).toBe(5);
});

describe("days", () => {
  test("begin at midnight of the time zone, an hour longer or shorter when the clocks change", () => {
    const days = lastDays(3, Date.parse("2026-10-26T12:00:00Z"), "Europe/Berlin");
    expect(days).toEqual(["2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
  });

  test("begin where the clocks go on if they skip midnight", () => {
    // In Santiago, clocks go from 24:00 to 01:00.
    const days = lastDays(2, Date.parse("2026-09-06T12:00:00Z"), "America/Santiago");
    expect(days).toEqual(["2026-09-05T04:00:00.000Z", "2026-09-06T04:00:00.000Z"]);
  });

  test("are those of UTC in an unknown time zone", async () => {
    expect((await look("Mars/Olympus")).days.at(-1)?.start).toMatch(/T00:00:00/);
    expect((await look("Asia/Kolkata")).days.at(-1)?.start).toMatch(/T18:30:00/);
  });
});

test("members read the dashboard, and everybody the overview of their own projects", async () => {
  const ours = await insert(await site.template(), { status: "error" });
  const theirs = await insertTask(db, site.w.otherProjectId, theirTemplate, { status: "error", end: hoursAgo(1) });
  const { projectId, otherProjectId } = site.w;
  expect(await statuses((as) => site.w.call(getDashboard, as, { projectId }))).toEqual(MEMBERS);
  const overviewOf = (as: "admin" | "guest" | "stranger") => site.w.call(getOverview, as, {});
  const guest = await overviewOf("guest");
  expect(guest.projects).toEqual([{ id: projectId, name: "Ours", permissions: 0 }]);
  expect(guest.failed.map(({ id }) => id)).toEqual([ours]);
  expect(guest.recent.map(({ id }) => id)).toEqual([ours]);
  const stranger = await overviewOf("stranger");
  expect(stranger.projects).toEqual([{ id: otherProjectId, name: "Theirs", permissions: 15 }]);
  expect(stranger.recent.map(({ id }) => id)).toEqual([theirs]);
  expect((await overviewOf("admin")).recent.map(({ id }) => id)).toEqual([theirs, ours]);
});

test("the newest tasks of all projects are listed across them", async () => {
  const template = await site.template();
  const ids: number[] = [];
  for (let n = 0; n < 15; n++) {
    ids.unshift(await insert(template, {}));
    ids.unshift(await insertTask(db, site.w.otherProjectId, theirTemplate, {}));
  }
  const { recent } = await site.w.call(getOverview, "admin", {});
  expect(recent.map(({ id }) => id)).toEqual(ids.slice(0, 20));
});

test("a dashboard costs three statements and the overview five, beside the look-up of the caller", async () => {
  const template = await site.template();
  for (const status of ["error", "success"] as const) await insert(template, { status });
  await insert(template, { status: "running", end: null });
  expect(await countStatements(db, look)).toBe(4);
  expect(await countStatements(db, () => site.w.call(getOverview, "admin", {}))).toBe(6);
});

test("the results of days are counted from an index", async () => {
  const old = await insert(await site.template(), { end: hoursAgo(24 * 100), status: "success" });
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into tasks overriding system value
      select (jsonb_populate_record(one, jsonb_build_object('id', id + n))).* from tasks one, generate_series(1, 2000) n
      where id = ${old}`);
    await tx.execute(sql`analyze tasks`);
    return tx.execute(sql`explain select count(*) from tasks where project_id = any(array[${site.w.projectId}::int])
      and status in ('success', 'error', 'stopped') and parent_task_id is null and not drift_check
      and "end" >= now() - interval '14 days'
      group by status`);
  });
  expect(JSON.stringify(plan)).toContain("tasks_listed_ended");
});

test("the newest tasks of the overview come from the index of those outside workflows", async () => {
  const template = await site.template();
  const run = await insert(template, { status: "running", end: null });
  const child = await insert(template, { status: "success", parent_task_id: run });
  await db.execute(sql`
    insert into tasks overriding system value
    select (jsonb_populate_record(one, jsonb_build_object('id', id + n))).* from tasks one, generate_series(1, 5000) n
    where id = ${child}`);
  await db.execute(sql`analyze tasks`);
  const { recent } = await site.w.call(getOverview, "guest", {});
  expect(recent.map(({ id }) => id)).toEqual([run]);
  const plans = await plansOf(db, () => site.w.call(getOverview, "guest", {}));
  expect(plans.filter((plan) => plan.includes("tasks_listed on tasks own"))).toHaveLength(1);
});

test("no more than six failures are listed, the newest of all projects", async () => {
  const templates = await Promise.all(Array.from({ length: 7 }, (_, n) => site.template({ name: `T${n}` })));
  const ids: number[] = [];
  for (const template of templates) ids.unshift(await insert(template, { status: "error" }));
  expect((await look()).failed.map(({ id }) => id)).toEqual(ids.slice(0, 6));
  const theirs = await insertTask(db, site.w.otherProjectId, theirTemplate, { status: "error", end: hoursAgo(0) });
  const { failed } = await site.w.call(getOverview, "admin", {});
  expect(failed.map(({ id }) => id)).toEqual([theirs, ...ids.slice(0, 5)]);
});

test("each project counts its own tasks only, and the overview those of all", async () => {
  const template = await site.template();
  await insert(template, { status: "success" });
  await insert(template, { status: "waiting", end: null });
  for (const status of ["success", "error"] as const)
    await insertTask(db, site.w.otherProjectId, theirTemplate, { status, end: hoursAgo(0) });
  await insertTask(db, site.w.otherProjectId, theirTemplate, { status: "running" });
  const today = (dashboard: { days: { success: number; error: number }[] }) => dashboard.days.at(-1);
  const ours = await look();
  expect(today(ours)).toMatchObject({ success: 1, error: 0 });
  expect(ours).toMatchObject({ active_count: 0, waiting_count: 1 });
  const all = await site.w.call(getOverview, "admin", {});
  expect(today(all)).toMatchObject({ success: 2, error: 1 });
  expect(all).toMatchObject({ active_count: 1, waiting_count: 1 });
});

test("what a row shows arrives with it", async () => {
  const stages = [{ name: "clone", first_line: 0, start: hoursAgo(1), end: hoursAgo(0) }];
  const template = await site.template({ name: "Deploy" });
  const id = await insert(template, { status: "running", end: null, stages, user_id: site.w.userIds.owner });
  const [task] = (await look()).active;
  expect(task).toMatchObject({ id, stages, tpl_alias: "Deploy", tpl_app: "bash", user_name: "The owner", error: "" });
});

test("the limits of the days are read once, not for each of the tasks counted by them", async () => {
  const plans = await plansOf(db, () => look());
  const counting = plans.find((plan) => plan.includes("width_bucket"));
  expect(counting).toContain("InitPlan");
});

test("a person without projects has an empty overview", async () => {
  await db.delete(projectMembers).where(eq(projectMembers.user_id, site.w.userIds.guest));
  const overview = await site.w.call(getOverview, "guest", {});
  expect(overview).toMatchObject({ active: [], failed: [], projects: [], recent: [], active_count: 0 });
  expect(overview.days).toHaveLength(14);
});
