import { asc, eq, inArray, like, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { events } from "@/db/schema/events";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { TASK_STATUSES } from "@/lib/protocol/status";
import { listActiveTasks, listProjectActiveTasks, stopActiveTask } from "@/lib/task/active/admin-operations";
import { stopTemplateTasks } from "@/lib/task/operations";
import { heardDuring } from "../support/announcements";
import { countStatements, freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let theirs: Resources;
let templateId: number;
let runnerId: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  theirs = await resources(db, w.otherProjectId);
  templateId = await insertTemplateRow(db, w.projectId, ours);
  const [runner] = await db.insert(runners).values({ name: "r1", token_hash: "x" }).returning();
  runnerId = runner?.id ?? 0;
});
beforeEach(async () => {
  await db.delete(tasks);
});

const ADMINS = { anonymous: 401, admin: 200, owner: 403, manager: 403, task_runner: 403, guest: 403, stranger: 403 };
const statusesOf = async (ids: number[]) =>
  (await db.select().from(tasks).where(inArray(tasks.id, ids)).orderBy(asc(tasks.id))).map(({ status }) => status);

/** A task that a runner works on. */
async function insertRunning(status: "running" | "starting" | "stopping" = "running", template = templateId) {
  const id = await insertTask(db, w.projectId, template, { status, attempt: 1, runner_id: runnerId, holds_slot: true });
  const heartbeat_at = new Date().toISOString();
  await db
    .insert(taskAttempts)
    .values({ task_id: id, attempt: 1, runner_id: runnerId, instance_id: "i", heartbeat_at });
  return id;
}

describe("the active tasks", () => {
  it("are the waiting and running ones of all projects, the queue first, with the reasons in a second statement", async () => {
    const running = await insertRunning();
    const queued = await insertTask(db, w.projectId, templateId, { status: "waiting", user_id: w.userIds.guest });
    const foreignTemplate = await insertTemplateRow(db, w.otherProjectId, theirs);
    const foreign = await insertTask(db, w.otherProjectId, foreignTemplate, { status: "waiting" });
    for (const status of ["success", "error", "stopped"] as const)
      await insertTask(db, w.projectId, templateId, { status });
    expect(await w.call(listActiveTasks, "admin", {})).toEqual([
      {
        task_id: queued,
        project_id: w.projectId,
        project_name: "Ours",
        template_id: templateId,
        template_name: "Deploy",
        app: "bash",
        created: expect.any(String),
        start: null,
        status: "waiting",
        reason: null,
        waiting_for: { code: "template_busy", held_by: [running] },
        location: "queue",
        username: "guest",
        user_name: "The guest",
      },
      {
        task_id: foreign,
        project_id: w.otherProjectId,
        project_name: "Theirs",
        template_id: foreignTemplate,
        template_name: "Deploy",
        app: "bash",
        created: expect.any(String),
        start: null,
        status: "waiting",
        reason: null,
        waiting_for: { code: "no_runner" },
        location: "queue",
      },
      {
        task_id: running,
        project_id: w.projectId,
        project_name: "Ours",
        template_id: templateId,
        template_name: "Deploy",
        app: "bash",
        created: expect.any(String),
        start: null,
        status: "running",
        reason: null,
        waiting_for: null,
        location: "running",
        runner_id: runnerId,
        runner_name: "r1",
      },
    ]);
    expect(await statementsOf(db, () => w.call(listActiveTasks, "admin", {}))).toHaveLength(3);
  });

  it("of a project are only its own, for every member", async () => {
    const own = await insertTask(db, w.projectId, templateId, { status: "waiting" });
    await insertTask(db, w.otherProjectId, await insertTemplateRow(db, w.otherProjectId, theirs), {
      status: "waiting",
    });
    const listed = await w.call(listProjectActiveTasks, "guest", { projectId: w.projectId });
    expect(listed.map(({ task_id }) => task_id)).toEqual([own]);
    expect(await statuses((as) => w.call(listProjectActiveTasks, as, { projectId: w.projectId }))).toMatchObject({
      anonymous: 401,
      stranger: 404,
      guest: 200,
      owner: 200,
    });
  });

  it("require an administrator", async () => {
    expect(await statuses((as) => w.call(listActiveTasks, as, {}))).toEqual(ADMINS);
    expect(await statuses((as) => w.call(stopActiveTask, as, { taskId: 999_999 }))).toEqual(ADMINS);
  });

  it.each([
    ["waiting", "stopped"],
    ["running", "stopping"],
    ["starting", "stopped"],
    ["waiting_confirmation", "stopped"],
    ["success", "success"],
    ["error", "error"],
  ] as const)("that are %s are %s once stopped", async (before, after) => {
    const id = await insertTask(db, w.projectId, templateId, { status: before });
    const heard = await heardDuring(() => w.call(stopActiveTask, "admin", { taskId: id }));
    expect(await statusesOf([id])).toEqual([after]);
    expect(heard.filter(({ type }) => type === "task")).toHaveLength(before === after ? 0 : 1);
  });

  it("are stopped with their runner's grace period, and a finished one stays unchanged", async () => {
    const id = await insertRunning();
    await w.call(stopActiveTask, "admin", { taskId: id });
    expect(await db.select().from(taskAttempts)).toMatchObject([{ stop_requested: "stop" }]);
    await db.update(tasks).set({ status: "success" });
    await db.update(taskAttempts).set({ stop_requested: null });
    expect(await w.call(stopActiveTask, "admin", { taskId: id })).toBeUndefined();
    expect(await db.select().from(taskAttempts)).toMatchObject([{ stop_requested: null }]);
  });
});

describe("stopping all tasks of a template", () => {
  const stopAll = (as: "task_runner" | "owner", body?: object, id = templateId) =>
    w.call(stopTemplateTasks, as, { projectId: w.projectId, templateId: id }, body);

  it("stops waiting and running ones, and no others", async () => {
    const mine: number[] = [];
    for (const status of TASK_STATUSES) mine.push(await insertTask(db, w.projectId, templateId, { status }));
    const other = await insertTemplateRow(db, w.projectId, ours, { name: "Other" });
    const unrelated = await insertTask(db, w.projectId, other, { status: "waiting" });
    expect(await stopAll("task_runner")).toBeUndefined();
    const after = { running: "stopping", stopping: "stopping", success: "success", error: "error" };
    expect(await statusesOf(mine)).toEqual(
      TASK_STATUSES.map((status) => (status in after ? after[status as keyof typeof after] : "stopped")),
    );
    expect(await statusesOf([unrelated])).toEqual(["waiting"]);
  });

  it("kills with force, including those already stopping", async () => {
    const ids = [await insertRunning("running"), await insertRunning("stopping")];
    const heard = await heardDuring(() => stopAll("owner", { force: true }));
    expect((await db.select().from(taskAttempts)).map(({ stop_requested }) => stop_requested)).toEqual([
      "kill",
      "kill",
    ]);
    expect(await statusesOf(ids)).toEqual(["stopping", "stopping"]);
    // Once for both: the runner's next poll tells it everything.
    expect(heard.filter(({ type }) => type === "work")).toEqual([{ type: "work", runner_id: runnerId }]);
  });

  it("takes as many statements for 10,000 as for two, one for each changed table", async () => {
    await db.update(projects).set({ alert: true });
    const stop = async (count: number) => {
      const id = await insertTask(db, w.projectId, templateId, { status: "waiting" });
      await db.execute(sql`insert into tasks (project_id, template_id, snapshot)
        select project_id, template_id, snapshot from tasks, generate_series(2, ${count}::int) where id = ${id}`);
      return countStatements(db, () => stopAll("owner"));
    };
    const few = await stop(2);
    expect(await stop(10_000)).toBe(few);
    expect(few).toBeLessThan(15);
    expect(await db.$count(tasks, eq(tasks.status, "stopped"))).toBe(10_002);
    expect(await db.$count(events, like(events.description, "%finished - STOPPED"))).toBeGreaterThanOrEqual(10_002);
  });

  it("needs permission to run tasks, and a template of the project", async () => {
    const found = await statuses((as) =>
      w.call(stopTemplateTasks, as, { projectId: w.projectId, templateId }, { force: false }),
    );
    expect(found).toEqual({
      anonymous: 401,
      admin: 200,
      owner: 200,
      manager: 200,
      task_runner: 200,
      guest: 403,
      stranger: 404,
    });
    const foreign = await insertTemplateRow(db, w.otherProjectId, theirs);
    const id = await insertTask(db, w.otherProjectId, foreign, { status: "waiting" });
    expect(await refusal(stopAll("owner", {}, foreign))).toEqual({ status: 404, error: null });
    expect(await refusal(stopAll("owner", { force: "yes" }))).toEqual({
      status: 400,
      error: "force: Expected boolean",
    });
    const [row] = await db.select().from(tasks).where(eq(tasks.id, id));
    expect(row?.status).toBe("waiting");
  });
});
