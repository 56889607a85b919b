import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { runnerProjects, runners } from "@/db/schema/runners";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { drainRunner, getRunner, resumeRunner } from "@/lib/runner/operations";
import { createProjectRunner } from "@/lib/runner/project-operations";
import { createSchedule } from "@/lib/schedule/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(schedules);
  await db.delete(runners);
});

const offered = async (runner: HandRunner) =>
  (await runner.poll(5, [], AbortSignal.timeout(300))).tasks.map(({ task_id }) => task_id);
const waitingFor = async (taskId: number) => (await site.look(taskId)).waiting_for;

async function serving(projectIds: number[]): Promise<HandRunner> {
  const runner = await HandRunner.start(db, { all_projects: false });
  for (const project_id of projectIds) await db.insert(runnerProjects).values({ runner_id: runner.id, project_id });
  return runner;
}

/** A schedule that waits for a commit of the template's repository. */
async function dueCheck(templateId: number): Promise<void> {
  await site.w.call(
    createSchedule,
    "owner",
    { projectId: site.w.projectId },
    {
      name: "commits",
      template_id: templateId,
      cron_format: "* * * * *",
      active: true,
      repository_id: site.r.repositoryId,
    },
  );
  await db.update(schedules).set({ next_run_at: sql`now() - interval '1 second'` });
}

describe("a runner gets neither tasks nor keys of commit checks", () => {
  test("of other projects, if it belongs to one", async () => {
    const task = await site.start(await site.template());
    const owned = (id: number) =>
      site.w.call(createProjectRunner, "admin", { projectId: id }, { name: "own", active: true, tags: [] });
    const theirs = await HandRunner.adopt(db, (await owned(site.w.otherProjectId)).token);
    expect(await offered(theirs)).toEqual([]);
    expect(await waitingFor(task)).toEqual({ code: "not_served" });
    const ours = await HandRunner.adopt(db, (await owned(site.w.projectId)).token);
    expect(await offered(ours)).toEqual([task]);
  });

  test("of projects it does not serve", async () => {
    const templateId = await site.template();
    const task = await site.start(templateId);
    await dueCheck(templateId);
    const runner = await serving([site.w.otherProjectId]);
    expect(await offered(runner)).toEqual([]);
    expect(await runner.pollForChecks()).toEqual([]);
    expect(await waitingFor(task)).toEqual({ code: "not_served" });
    const ours = await serving([site.w.otherProjectId, site.w.projectId]);
    expect(await offered(ours)).toEqual([task]);
    expect(await ours.pollForChecks()).toHaveLength(1);
  });

  test("without a tag, if it takes tagged work only", async () => {
    const templateId = await site.template();
    const task = await site.start(templateId);
    await dueCheck(templateId);
    const runner = await HandRunner.start(db, { tags: ["dmz", "gpu"], tagged_only: true });
    expect(await offered(runner)).toEqual([]);
    expect(await runner.pollForChecks()).toEqual([]);
    expect(await waitingFor(task)).toEqual({ code: "tagged_only" });
    const tagged = await site.start(await site.template({ runner_tag: "gpu" }));
    expect(await offered(runner)).toEqual([tagged]);
  });

  test("while it drains; its tasks continue, and it takes new ones when resumed", async () => {
    const templateId = await site.template({ allow_parallel_tasks: true });
    await site.start(templateId);
    const runner = await HandRunner.start(db);
    const ref = await runner.take();
    await site.w.call(drainRunner, "admin", { runnerId: runner.id });
    const task = await site.start(templateId);
    await dueCheck(templateId);
    expect(await offered(runner)).toEqual([]);
    expect(await runner.pollForChecks()).toEqual([]);
    expect(await waitingFor(task)).toEqual({ code: "runners_draining" });
    expect(await runner.heartbeat([ref])).toMatchObject({ directives: [], settings: { draining: true } });
    expect(await runner.finish(ref, "success", { total_lines: 0, checksum: 0 })).toMatchObject({ status: "success" });
    await site.w.call(resumeRunner, "admin", { runnerId: runner.id });
    expect(await offered(runner)).toEqual([task]);
  });
});

describe("draining", () => {
  const draining = async (runner: HandRunner) =>
    (await site.w.call(getRunner, "admin", { runnerId: runner.id })).draining;

  test("requested by the runner process is shown", async () => {
    const runner = await HandRunner.start(db);
    await runner.drain();
    expect(await draining(runner)).toBe(true);
    expect(await db.select().from(events).where(eq(events.object_id, runner.id))).toContainEqual(
      expect.objectContaining({ description: "Runner by hand shuts down when its tasks have ended" }),
    );
  });

  test("ends with a new process, not with a repeated hello", async () => {
    const runner = await HandRunner.start(db);
    await runner.drain();
    await runner.hello();
    expect(await draining(runner)).toBe(true);
    await runner.restart();
    expect(await draining(runner)).toBe(false);
  });

  test("still lets a confirmed plan be applied", async () => {
    const runner = await HandRunner.start(db);
    const task = await site.start(await site.template({ app: "terraform", playbook: "" }));
    const ref = await runner.take();
    await runner.progress(ref, { await_confirmation: true });
    await runner.drain();
    await db.update(tasks).set({ status: "confirmed" }).where(eq(tasks.id, task));
    expect((await runner.poll(0, [ref])).directives).toEqual([{ ...ref, action: "apply" }]);
  });
});
