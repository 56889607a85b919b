import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { createEnvironment, deleteEnvironment } from "@/lib/environment/operations";
import { createInventory, deleteInventory } from "@/lib/inventory/operations";
import { refsOf } from "@/lib/project/uses";
import { deleteTask } from "@/lib/task/operations";
import { pruneTasks } from "@/lib/task/prune";
import { resumeRun as resumeWithin } from "@/lib/task/workflow/resume";
import { decideNode, resumeRun } from "@/lib/task/workflow-operations";
import { deleteTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { refusal } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const project = { projectId: site.w.projectId };
const parallel = { allow_parallel_tasks: true };
const template = await site.template(parallel);
const { play, nodes, children, look } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string) => runs(key, template);
const ask = approval("ask", { text: "?" });
const remove = (taskId: number) => site.w.call(deleteTask, "admin", { ...project, taskId });
const approve = (taskId: number) =>
  site.w.call(decideNode, "owner", { ...project, taskId, nodeKey: "ask" }, { approve: true });
const resume = async (taskId: number) => (await site.w.call(resumeRun, "owner", { ...project, taskId }, {})).id;
const usedBy = (run: number) => ({ status: 409, error: expect.stringContaining(`#${run} `) });

describe("a task of a run that goes on", () => {
  test("cannot be deleted, however deep, until the run has ended", async () => {
    const inner = await site.workflow([node("build")], [], { name: "Inner", ...parallel });
    const run = await site.start(await site.workflow([runs("in", inner), ask], chain("in", "ask")));
    await play();
    const nested = (await children(run))[0]?.id ?? 0;
    const build = (await children(nested))[0]?.id ?? 0;
    for (const id of [build, nested]) expect(await refusal(remove(id))).toMatchObject(usedBy(run));
    await approve(run);
    await remove(build);
    await remove(run);
    expect(await db.$count(tasks)).toBe(0);
  });

  test("cannot be deleted either if it is of the earlier run that was resumed, nor can that run, or what it ran", async () => {
    const other = await site.template({ name: "Other", ...parallel });
    const workflow = await site.workflow([runs("build", other), node("ship")], chain("build", "ship"), parallel);
    const first = await site.start(workflow);
    await play();
    await play("error");
    const second = await resume(first);
    const build = (await children(first))[0]?.id ?? 0;
    for (const id of [build, first]) expect(await refusal(remove(id))).toMatchObject(usedBy(second));
    await pruneTasks(db, { perTemplate: 1, perProject: 0, ms: 0 });
    expect(await nodes(first)).toMatchObject({ build: "success" });
    await db
      .update(templates)
      .set({ graph: { nodes: [], edges: [] } })
      .where(eq(templates.id, workflow));
    const gone = site.w.call(deleteTemplate, "owner", { ...project, templateId: other });
    expect(await refusal(gone)).toMatchObject(usedBy(second));
    await play();
    await pruneTasks(db, { perTemplate: 1, perProject: 0, ms: 0 });
    expect(await nodes(first)).toEqual({});
    expect(await look(second)).toMatchObject({ status: "success" });
  });
});

test("what only a run that goes on names cannot be deleted until it has ended", async () => {
  const { w } = site;
  const inventory = await w.call(createInventory, "owner", project, { name: "Hosts", type: "static", inventory: "" });
  const environment = await w.call(createEnvironment, "owner", project, { name: "Live", json: "{}" });
  const options = { inventory_id: { value: inventory.id }, environment_id: { value: String(environment.id) } };
  const workflow = await site.workflow([ask, runs("ship", template, { options })], chain("ask", "ship"));
  const run = await site.start(workflow);
  const graph = { nodes: [], edges: [] };
  await db.update(templates).set({ graph }).where(eq(templates.id, workflow));
  const deletions = [
    () => w.call(deleteInventory, "owner", { ...project, inventoryId: inventory.id }),
    () => w.call(deleteEnvironment, "owner", { ...project, environmentId: environment.id }),
  ];
  for (const gone of deletions) expect(await refusal(gone())).toMatchObject({ status: 400 });
  const { templates: users } = await refsOf(db, "inventory", w.projectId, inventory.id);
  expect(users).toEqual([{ id: workflow, name: "Release" }]);
  await db.update(tasks).set({ status: "stopped" }).where(eq(tasks.id, run));
  for (const gone of deletions) await gone();
});

describe("a task that a run is just being resumed with", () => {
  const trigger = { userId: site.w.userIds.owner, mayManage: false };

  async function failedRun() {
    const other = await site.template({ name: "Tested", ...parallel });
    const graph = [runs("build", other), node("ship")];
    const workflow = await site.workflow(graph, chain("build", "ship"), parallel);
    const run = await site.start(workflow);
    await play();
    await play("error");
    return { workflow, other, run, build: (await children(run))[0]?.id };
  }

  /** Begins the deletion before the resumed run is there for others, and ends it afterwards. */
  async function whileResuming(run: number, begin: () => Promise<unknown>) {
    let deletion: Promise<unknown> = Promise.resolve();
    const resumed = await db.transaction(async (tx) => {
      const wanted = { from: "failed" as const, done: [], skip: [], secret: "" };
      const { id } = await resumeWithin(tx, { ...project, taskId: run }, wanted, trigger);
      deletion = begin().catch((error: unknown) => error);
      await expect.poll(async () => waiting(), { timeout: 10_000 }).toHaveLength(1);
      return id;
    });
    return { resumed, answer: await deletion };
  }

  /** Connections waiting for a lock; asked outside of the transaction, which would see the same answer again. */
  const waiting = () =>
    db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

  test("stays when it is beyond the limits of what is kept", async () => {
    const { run, build } = await failedRun();
    const old = "2020-01-01T00:00:00Z";
    await db.update(tasks).set({ created: old, end: old });
    const { resumed } = await whileResuming(run, () =>
      pruneTasks(db, { perTemplate: 0, perProject: 0, ms: 86_400_000 }),
    );
    expect((await children(run)).map(({ id }) => id)).toContain(build);
    expect(await nodes(resumed)).toMatchObject({ build: "success", ship: "running" });
    expect(await site.steps(resumed)).toMatchObject({ build: { reason: { code: "kept", task_id: build } } });
  });

  test("stays when somebody deletes its template", async () => {
    const { workflow, other, run, build } = await failedRun();
    await db
      .update(templates)
      .set({ graph: { nodes: [], edges: [] } })
      .where(eq(templates.id, workflow));
    const gone = () => site.w.call(deleteTemplate, "owner", { ...project, templateId: other });
    const { resumed, answer } = await whileResuming(run, gone);
    expect((await children(run)).map(({ id }) => id)).toContain(build);
    expect(await refusal(Promise.reject(answer))).toMatchObject(usedBy(resumed));
  });
});

test("a resumed run does not keep a node whose task was deleted: it runs again, with what follows", async () => {
  const graph = [node("build"), ask, node("ship")];
  const run = await site.start(await site.workflow(graph, chain("build", "ask", "ship")));
  await play();
  await approve(run);
  await play("error");
  await remove((await children(run))[0]?.id ?? 0);
  expect(await nodes(await resume(run))).toEqual({ build: "running", ask: "pending", ship: "pending" });
});

test("nor items of a matrix whose tasks were deleted", async () => {
  const many = runs("many", template, { matrix: { items: { value: [1, 2] } } });
  const run = await site.start(await site.workflow([many, node("ship")], chain("many", "ship")));
  await play();
  await play();
  await play("error");
  await remove((await children(run))[0]?.id ?? 0);
  const again = await resume(run);
  expect((await children(again)).map(({ node_key, node_item }) => [node_key, node_item])).toEqual([["many", 0]]);
});
