import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { deleteProject } from "@/lib/project/operations";
import { fireDue } from "@/lib/schedule/fire";
import { deleteTask } from "@/lib/task/operations";
import { decideNode } from "@/lib/task/workflow-operations";
import { deleteTemplate } from "@/lib/template/operations";
import { freshDatabase, withPool } from "../support/database";
import { insertTask, insertTemplateRow } from "../support/resources";
import { approval, chain, runs } from "../support/workflow";
import { workflowSite } from "../support/workflow-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const project = { projectId: site.w.projectId };
const parallel = { allow_parallel_tasks: true };
const build = await site.template({ name: "Build", type: "build", start_version: "1.0.0", ...parallel });
const deploy = await site.template({ name: "Deploy", type: "deploy", build_template_id: build, ...parallel });

beforeEach(async () => {
  await db.delete(schedules);
  await db.delete(tasks);
});

const remove = (templateId: number) => site.w.call(deleteTemplate, "owner", { ...project, templateId });
const rowOf = async (taskId: number) => (await db.select().from(tasks).where(eq(tasks.id, taskId)))[0];
const lastOf = async (templateId: number) =>
  (await db.select().from(templates).where(eq(templates.id, templateId)))[0]?.last_task_id;

/** A workflow that has built something, and the task of that. */
async function built() {
  const workflow = await site.workflow([runs("make", build)]);
  const run = await site.start(workflow);
  await site.play();
  return { workflow, made: (await site.children(run))[0]?.id ?? 0 };
}

describe("a workflow is deleted with the tasks of its runs", () => {
  test("of which a deploy outside keeps its history, and their template the last task before them", async () => {
    const before = await site.start(build);
    await site.play();
    const { workflow, made } = await built();
    const shipped = await site.start(deploy, { build_task_id: made });
    await site.play();
    await remove(workflow);
    expect(await rowOf(made)).toBeUndefined();
    expect(await rowOf(shipped)).toMatchObject({ build_task_id: null, incoming_version: "1.0.1" });
    expect(await lastOf(build)).toBe(before);
  });

  test("but for a build that is being deployed outside", async () => {
    const { workflow, made } = await built();
    const shipping = await site.start(deploy, { build_task_id: made });
    const gone = { status: 409, error: expect.stringContaining(`#${shipping} `) };
    expect(await refusal(remove(workflow))).toMatchObject(gone);
    await site.play();
    await remove(workflow);
  });

  test.each([
    ["a schedule", (made: number) => addSchedule(made)],
    ["a workflow", (made: number) => addWorkflow(made)],
  ])("but for a build that %s deploys, nor is that build alone", async (_what, use) => {
    const { workflow, made } = await built();
    await use(made);
    const error = `Nightly deploys the build of task #${made}. Choose another build there first.`;
    expect(await refusal(remove(workflow))).toEqual({ status: 409, error });
    const alone = site.w.call(deleteTask, "admin", { ...project, taskId: made });
    expect(await refusal(alone)).toEqual({ status: 409, error });
  });

  const addSchedule = (made: number) =>
    db.insert(schedules).values({
      project_id: site.w.projectId,
      template_id: deploy,
      name: "Nightly",
      task_params: { build_task_id: made },
    });
  const addWorkflow = async (made: number) => {
    const ship = runs("ship", deploy, { options: { build_task_id: { value: made } } });
    await site.workflow([ship], [], { name: "Nightly" });
  };
});

test("a template stays while a run has it in its graph, though its workflow has no more", async () => {
  const shipped = await site.template({ name: "Ship" });
  const workflow = await site.workflow([approval("ask", { text: "?" }), runs("ship", shipped)], chain("ask", "ship"));
  const run = await site.start(workflow);
  const graph = { nodes: [], edges: [] };
  await db.update(templates).set({ graph }).where(eq(templates.id, workflow));
  const error = `Task #${run} is still running and uses this template. Wait until it has ended, or stop it.`;
  expect(await refusal(remove(shipped))).toEqual({ status: 409, error });
  await site.w.call(decideNode, "owner", { ...project, taskId: run, nodeKey: "ask" }, { approve: true });
  await site.play();
  expect(await site.nodes(run)).toMatchObject({ ship: "success" });
  await remove(shipped);
});

test.each([
  ["a template", (templateId: number) => remove(templateId)],
  ["a project", () => site.w.call(deleteProject, "admin", { projectId: site.w.otherProjectId })],
])("a schedule that comes due while %s is deleted does not get in its way", async (what, begin) => {
  const projectId = what === "a project" ? site.w.otherProjectId : site.w.projectId;
  const templateId = await insertTemplateRow(db, projectId, site.r, { repository_id: null });
  const taskId = await insertTask(db, projectId, templateId);
  const due = { active: true, cron_format: "* * * * *", timezone: "UTC", next_run_at: "2026-05-01T12:00:00Z" };
  await db.insert(schedules).values({ project_id: projectId, template_id: templateId, ...due });
  let deletion: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.select().from(tasks).where(eq(tasks.id, taskId)).for("update");
    deletion = begin(templateId);
    await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
    expect(await withPool(2, (node) => fireDue(node))).toBe(0);
  });
  await deletion;
  expect(await db.$count(schedules)).toBe(0);
});

/** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
const waiting = () =>
  db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
