import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { AppError } from "@/lib/operation/errors";
import { stopTask, stopTemplateTasks } from "@/lib/task/operations";
import { freshDatabase } from "../../support/database";
import { HandRunner } from "../../support/hand-runner";
import { runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const ITEMS = 400;
const RUNNERS = 4;
const ROUNDS = process.env.SIGNALBOX_TEST_LONG === "1" ? 4 : 1;

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const project = { projectId: site.w.projectId };

/** Takes tasks and ends them until it is told to stop; returns what went wrong, but for tasks that were stopped meanwhile. */
async function work(until: { over: boolean }): Promise<unknown[]> {
  const runner = await HandRunner.start(db);
  const problems: unknown[] = [];
  while (!until.over) {
    const { tasks } = await runner.poll(1, [], AbortSignal.timeout(50));
    for (const ref of tasks) {
      try {
        await runner.begin(ref);
        await runner.finish(ref);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "conflict") problems.push(error);
      }
    }
  }
  return problems;
}

/** Resolves with what went wrong for the runners. */
async function whileRunnersWork(run: () => Promise<void>): Promise<unknown[]> {
  const until = { over: false };
  const workers = Array.from({ length: RUNNERS }, () => work(until));
  try {
    await run();
  } finally {
    until.over = true;
  }
  return (await Promise.all(workers)).flat();
}

test.each([0, 4])("a run of many items stops while runners take and end them, %i at a time", async (parallel) => {
  const items = { value: Array.from({ length: ITEMS }, (_, n) => n) };
  const workflow = await site.workflow([runs("all", template, { matrix: { items, parallel } })]);
  const problems = await whileRunnersWork(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const run = await site.start(workflow);
      await sleep(300);
      await site.w.call(stopTask, "owner", { ...project, taskId: run }, { force: true });
      await expect.poll(async () => (await site.look(run)).status, { timeout: 10_000 }).toBe("stopped");
    }
  });
  expect(problems).toEqual([]);
});

test("many tasks of a template stop while runners take and end them", async () => {
  const problems = await whileRunnersWork(async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (let n = 0; n < 60; n++) await site.start(template);
      await site.w.call(stopTemplateTasks, "owner", { ...project, templateId: template }, { force: true });
    }
  });
  expect(problems).toEqual([]);
});
