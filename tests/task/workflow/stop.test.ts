import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { stopTask, stopTemplateTasks } from "@/lib/task/operations";
import { stopTask as stopWithin } from "@/lib/task/stop";
import { lockRuns } from "@/lib/task/workflow/run";
import { openUnblocked } from "@/lib/task/workflow/tick";
import { freshDatabase } from "../../support/database";
import { approval, chain, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { refusal } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const { play, nodes, look, children } = site;
const project = { projectId: site.w.projectId };

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const stop = (taskId: number, force = false) => site.w.call(stopTask, "owner", { ...project, taskId }, { force });

test("a stop ends what waits at once, what runs by its runner, and then cleans up", async () => {
  const graph = [node("a"), node("b"), node("c"), approval("ask"), node("clean", { final: true })];
  const run = await site.start(await site.workflow(graph, chain("a", "c")));
  const ref = await site.runner.take();
  await stop(run);
  expect(await nodes(run)).toEqual({ a: "running", ask: "stopped", b: "stopped", c: "skipped", clean: "pending" });
  expect(await look(run)).toMatchObject({ status: "stopping", stopped_by_name: "The owner" });
  await site.runner.finish(ref, "stopped");
  expect(await nodes(run)).toMatchObject({ a: "stopped", clean: "running" });
  await stop(run);
  expect(await play()).toBe("clean");
  expect(await look(run)).toMatchObject({ status: "stopped", reason: "stopped_by_user" });
  expect(await refusal(stop(run))).toMatchObject({ status: 400 });
});

test("a forced stop starts no clean-up, and ends one that runs", async () => {
  const graph = [node("a"), node("clean", { final: true })];
  const run = await site.start(await site.workflow(graph));
  await stop(run, true);
  expect(await nodes(run)).toEqual({ a: "stopped", clean: "skipped" });
  expect(await look(run)).toMatchObject({ status: "stopped" });

  const second = await site.start(await site.workflow(graph));
  await play();
  await stop(second, true);
  expect(await nodes(second)).toEqual({ a: "success", clean: "stopped" });
  expect(await look(second)).toMatchObject({ status: "stopped" });
});

test("a stop of one task stops its node alone, and counts as a failure", async () => {
  const run = await site.start(await site.workflow([node("a"), node("b"), node("c")], chain("a", "c")));
  const [first] = await children(run);
  await stop(first?.id ?? 0);
  expect(await nodes(run)).toEqual({ a: "stopped", b: "running", c: "skipped" });
  expect(await play()).toBe("b");
  expect(await look(run)).toMatchObject({ status: "error" });
});

test("a stop reaches the runs inside of a run", async () => {
  const inner = await site.workflow([node("x"), node("y")], chain("x", "y"), { name: "Inner" });
  const run = await site.start(await site.workflow([runs("nested", inner), node("b")], chain("nested", "b")));
  const [nested] = await children(run);
  await stop(run);
  expect(await nodes(nested?.id ?? 0)).toEqual({ x: "stopped", y: "skipped" });
  expect(await nodes(run)).toEqual({ nested: "stopped", b: "skipped" });
  expect(await look(run)).toMatchObject({ status: "stopped" });
});

describe("a run that waits for an earlier one", () => {
  test("ends at once, and cleans up nothing", async () => {
    const workflow = await site.workflow([node("a"), node("clean", { final: true })]);
    const first = await site.start(workflow);
    const second = await site.start(workflow);
    await stop(second);
    expect(await look(second)).toMatchObject({ status: "stopped" });
    expect(await nodes(second)).toEqual({ a: "skipped", clean: "skipped" });
    expect(await look(first)).toMatchObject({ status: "running" });
  });

  test("ends with the others when those of the template are stopped", async () => {
    const workflow = await site.workflow([node("a")]);
    const ids = [await site.start(workflow), await site.start(workflow), await site.start(workflow)];
    await site.w.call(stopTemplateTasks, "owner", { ...project, templateId: workflow }, {});
    for (const id of ids) expect(await look(id)).toMatchObject({ status: "stopped" });
  });

  test("is not waited for by the end of that one when another transaction has it; who ends it opens the next", async () => {
    const workflow = await site.workflow([node("a")]);
    const [first, second, third] = [await site.start(workflow), await site.start(workflow), await site.start(workflow)];
    const ref = await site.runner.take();
    await db.transaction(async (tx) => {
      await lockRuns(tx, [second]);
      await site.runner.finish(ref);
      await stopWithin(tx, { ...project, taskId: second, by: site.w.userIds.owner, force: false });
    });
    expect([await look(first), await look(second), await look(third)].map(({ status }) => status)).toEqual([
      "success",
      "stopped",
      "running",
    ]);
  });

  test("begins with the next look if whoever had it did not end it, and lets no later one overtake it", async () => {
    const workflow = await site.workflow([node("a")]);
    await site.start(workflow);
    const [second, third] = [await site.start(workflow), await site.start(workflow)];
    const ref = await site.runner.take();
    await db.transaction(async (tx) => {
      await lockRuns(tx, [second]);
      await site.runner.finish(ref);
    });
    for (const id of [second, third]) expect(await look(id)).toMatchObject({ status: "waiting" });
    await openUnblocked(db);
    expect(await look(second)).toMatchObject({ status: "running" });
    expect(await look(third)).toMatchObject({ status: "waiting" });
  });
});

test("an outer run stops while the run that its inner one waits for ends", async () => {
  for (let round = 0; round < 25; round++) {
    const inner = await site.workflow([node("x")], [], { name: "Inner" });
    const outer = await site.workflow([runs("nested", inner)], [], { name: "Outer" });
    await site.start(inner);
    const run = await site.start(outer);
    const ref = await site.runner.take();
    await Promise.all([stop(run), sleep(round % 12).then(() => site.runner.finish(ref))]);
    expect(await look(run)).toMatchObject({ status: "stopped" });
    await db.delete(tasks);
  }
});

test("stops, ends and starts at the same time leave no run behind", async () => {
  const inner = await site.workflow([node("x"), node("y")], chain("x", "y"), {
    name: "Inner",
    allow_parallel_tasks: true,
  });
  const graph = [node("a"), runs("n", inner), node("b"), node("clean", { final: true })];
  const workflow = await site.workflow(graph, chain("a", "n", "b"), { allow_parallel_tasks: true });
  const ids = await Promise.all(Array.from({ length: 8 }, () => site.start(workflow)));
  const running = new Set<number>(ids);
  for (let round = 0; running.size > 0 && round < 60; round++) {
    const { tasks: refs } = await site.runner.poll(8);
    const ends = refs.map(async (ref) => {
      await site.runner.begin(ref);
      await site.runner.finish(ref, "success").catch(() => site.runner.finish(ref, "stopped"));
    });
    const stops = round > 2 ? ids.slice(0, 4).map((id) => stop(id, round % 2 === 0).catch(() => {})) : [];
    await Promise.all([...ends, ...stops]);
    for (const id of running) if ((await look(id)).end !== null) running.delete(id);
  }
  expect([...running]).toEqual([]);
  const ended = await Promise.all(ids.map(async (id) => (await look(id)).status));
  expect(ended.slice(4)).toEqual(["success", "success", "success", "success"]);
});
