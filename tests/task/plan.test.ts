import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { runners } from "@/db/schema/runners";
import { taskPlans } from "@/db/schema/task-plans";
import { tasks } from "@/db/schema/tasks";
import { confirmTask, deleteTask, listTasks, stopTask } from "@/lib/task/operations";
import { getPlan } from "@/lib/task/result-operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { taskPlan } from "../support/plan";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let runner: HandRunner;

beforeAll(async () => {
  site = await taskSite(db);
});

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const of = (taskId: number) => ({ projectId: site.w.projectId, taskId });
const confirm = (taskId: number, input?: object) => site.w.call(confirmTask, "owner", of(taskId), input);

async function planned(plan = taskPlan()) {
  await site.start(await site.template({ app: "terraform", playbook: "" }));
  const ref = await runner.take();
  await runner.plan(ref, plan);
  return ref;
}

async function waiting(plan = taskPlan()) {
  const ref = await planned(plan);
  await runner.progress(ref, { plan: { add: 0, change: 1, destroy: 0 }, await_confirmation: true });
  return ref.task_id;
}

test("a plan is stored once, however often it arrives, and belongs to its task", async () => {
  const ref = await planned();
  await runner.plan(ref, taskPlan());
  expect(await site.w.call(getPlan, "guest", of(ref.task_id))).toEqual(taskPlan());
  expect(await site.look(ref.task_id)).toMatchObject({ results: ["plan"], plan_checksum: taskPlan().checksum });
  await runner.finish(ref);
  await site.w.call(deleteTask, "admin", of(ref.task_id));
  expect(await db.select().from(taskPlans)).toEqual([]);
});

test("a hostile plan is refused before it costs time or memory", async () => {
  const ref = await planned();
  const change = { attributes: Array(1000).fill(1), forced_by: Array(1000).fill(1) };
  const hostile = [
    { resources: Array(800_000).fill(1) },
    { drift: Array(10_000).fill(change) },
    { outputs: Array(30_000).fill({}) },
  ];
  const began = performance.now();
  for (const changes of hostile) {
    const plan = JSON.parse(JSON.stringify({ ...taskPlan(), ...changes }));
    expect(await refusal(runner.plan(ref, plan))).toMatchObject({ status: 400 });
  }
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await site.w.call(getPlan, "guest", of(ref.task_id))).toEqual(taskPlan());
});

test("a task without a plan has none to show", async () => {
  const taskId = await site.start(await site.template());
  expect(await refusal(site.w.call(getPlan, "owner", of(taskId)))).toMatchObject({ status: 404 });
  expect(await site.look(taskId)).toMatchObject({ results: [], plan_checksum: null });
});

test("the plan of an attempt that is over is refused", async () => {
  const ref = await planned();
  await runner.finish(ref);
  expect(await refusal(runner.plan(ref, taskPlan()))).toMatchObject({ status: 409 });
});

test("nobody changes the plan while a person decides about it", async () => {
  const ref = await planned();
  await runner.progress(ref, { await_confirmation: true });
  const other = taskPlan({ checksum: "d".repeat(64) });
  expect(await refusal(runner.plan(ref, other))).toMatchObject({ status: 409 });
});

test("a confirmation may name the plan: another one is a conflict, and the task goes on waiting", async () => {
  const taskId = await waiting();
  const other = await refusal(confirm(taskId, { plan_checksum: "d".repeat(64) }));
  expect(other).toMatchObject({ status: 409 });
  expect(await site.look(taskId)).toMatchObject({ status: "waiting_confirmation" });
  await confirm(taskId, { plan_checksum: taskPlan().checksum });
  expect(await site.look(taskId)).toMatchObject({ status: "confirmed" });
});

test.each([undefined, null, {}])("a confirmation with the body %j needs no checksum", async (body) => {
  const taskId = await waiting();
  await site.w.call(confirmTask, "owner", of(taskId), body);
  expect(await site.look(taskId)).toMatchObject({ status: "confirmed" });
});

test.each([{ plan_checksum: "" }, { plan_checksum: " " }, { plan_checksum: null }])(
  "a confirmation with the body %j names no plan: the task goes on waiting",
  async (body) => {
    const taskId = await waiting();
    const answer = await refusal(site.w.call(confirmTask, "owner", of(taskId), body));
    expect(answer).toMatchObject({ status: 400, error: expect.stringMatching(/^plan_checksum: /) });
    expect(await site.look(taskId)).toMatchObject({ status: "waiting_confirmation" });
  },
);

test("a plan that was never listed cannot be named", async () => {
  await site.start(await site.template({ app: "terraform", playbook: "" }));
  const ref = await runner.take();
  await runner.progress(ref, { await_confirmation: true });
  const named = confirm(ref.task_id, { plan_checksum: taskPlan().checksum });
  expect(await refusal(named)).toMatchObject({ status: 409 });
  await site.w.call(stopTask, "owner", of(ref.task_id), {});
});

test("lists have the numbers of plans, replacements among them", async () => {
  const taskId = await waiting();
  const plan = { add: 1, change: 0, destroy: 1, replace: 1 };
  await db.update(tasks).set({ plan }).where(eq(tasks.id, taskId));
  const listed = await site.w.call(listTasks, "guest", { projectId: site.w.projectId });
  expect(listed.find(({ id }) => id === taskId)?.plan).toEqual(plan);
});
