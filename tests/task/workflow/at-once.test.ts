import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import { deleteTask } from "@/lib/task/operations";
import { NewTaskInput } from "@/lib/task/schema";
import { createTasks } from "@/lib/task/start/create";
import { resumeRun } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { chain, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

/** What would wait for each other for ever fails after a second; each pair has many chances to meet. */
const ROUNDS = 40;

const db = await freshDatabase();
const site = await workflowSite(db);
const project = { projectId: site.w.projectId };
const parallel = { allow_parallel_tasks: true };
const first = await site.template({ name: "First", ...parallel });
const last = await site.template({ name: "Last", ...parallel });

beforeEach(async () => {
  await db.delete(tasks);
});

/** Starts tasks in one transaction, as schedules that are due together do. */
const startAll = (...templateIds: number[]) =>
  db.transaction((tx) =>
    createTasks(
      tx,
      templateIds.map((template_id) => ({
        ...project,
        input: NewTaskInput.parse({ template_id }),
        trigger: { mayManage: true },
      })),
    ),
  );

/** Every one of `works` beside the others, again and again. */
async function often(...works: (() => Promise<unknown>)[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await Promise.all(works.map((work) => work()));
}

test("a workflow starts beside a batch of it and what it runs", async () => {
  const workflow = await site.workflow([runs("a", first)], [], parallel);
  await often(
    () => startAll(workflow),
    () => startAll(first, workflow),
  );
  expect(await db.$count(tasks, eq(tasks.template_id, workflow))).toBe(2 * ROUNDS);
  expect(await db.$count(tasks, eq(tasks.template_id, first))).toBe(3 * ROUNDS);
});

test("workflows start whose inner ones run the same templates in other orders", async () => {
  const inner = await site.workflow([runs("a", first)], [], { name: "Inner", ...parallel });
  const outer = await site.workflow([runs("in", inner), runs("b", last)], [], { name: "Outer", ...parallel });
  const other = await site.workflow([runs("a", first), runs("b", last)], [], { name: "Other", ...parallel });
  await often(
    () => startAll(outer),
    () => startAll(other),
  );
  expect(await db.$count(tasks, eq(tasks.template_id, first))).toBe(2 * ROUNDS);
});

test("a run that ends opens the next beside a batch of its workflow and what that runs", async () => {
  const workflow = await site.workflow([runs("a", first)]);
  await startAll(first, workflow, workflow);
  for (let round = 0; round < ROUNDS; round++) {
    // The task of the batch, and that of the run, whose end is that of the run.
    const refs = [await site.runner.take(), await site.runner.take()];
    const started = sleep(round % 20).then(() => startAll(first, workflow));
    await Promise.all([...refs.map((ref) => site.runner.finish(ref)), started]);
  }
  expect(await db.$count(tasks, eq(tasks.template_id, workflow))).toBe(ROUNDS + 2);
});

test("a run that ends with a build deploys it beside a start of its workflow", async () => {
  const build = await site.template({ name: "Build", type: "build", start_version: "1.0", ...parallel });
  await site.template({ name: "Deploy", type: "deploy", build_template_id: build, autorun: true, ...parallel });
  const workflow = await site.workflow([runs("a", build)], [], { name: "Release" });
  for (let round = 0; round < ROUNDS; round++) {
    await startAll(workflow);
    const ref = await site.runner.take();
    const started = sleep(round % 20).then(() => startAll(workflow));
    await Promise.all([site.runner.finish(ref), started]);
    await db.delete(tasks);
  }
});

/** A run that failed at its second node, the last of all three templates. */
async function failedRun(workflow: number) {
  const run = await site.start(workflow);
  await site.play();
  await site.play("error");
  return run;
}

test("a run is resumed or deleted, not both, and neither waits for ever", async () => {
  const workflow = await site.workflow([runs("a", last), runs("b", first)], chain("a", "b"), parallel);
  for (let round = 0; round < ROUNDS; round++) {
    const taskId = await failedRun(workflow);
    // Otherwise the workflow itself is not among what the deletion has to change.
    if (round % 2 === 0) await failedRun(workflow);
    const resumed = site.w.call(resumeRun, "owner", { ...project, taskId }, {});
    const deleted = sleep(round % 8).then(() => site.w.call(deleteTask, "admin", { ...project, taskId }));
    const answers = await Promise.allSettled([resumed, deleted]);
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    for (const error of refused) expect(error).toBeInstanceOf(AppError);
    expect(refused.map(({ code }) => code)).toHaveLength(1);
    expect(["conflict", "not_found"]).toContain(refused[0].code);
    await db.delete(tasks);
  }
});
