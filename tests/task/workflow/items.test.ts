import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { workflowItems, workflowNodes } from "@/db/schema/workflows";
import { stopTask } from "@/lib/task/operations";
import { advanceDue } from "@/lib/task/workflow/tick";
import { getWorkflowRun, listChildren, listNodeItems } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs, wait } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const survey_vars = [{ name: "region", title: "Region", type: "" }];
const template = await site.template({ allow_parallel_tasks: true, survey_vars });
const { play, nodes, look, children } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const over = (items: unknown[], changes: object = {}) => ({ matrix: { items: { value: items }, ...changes } });
const of = (taskId: number) => ({ projectId: site.w.projectId, taskId });
const itemsOf = (taskId: number, nodeKey: string, query: object = {}) =>
  site.w.call(listNodeItems, "guest", { ...of(taskId), nodeKey }, query);
const statusesOf = async (taskId: number, key: string) => (await itemsOf(taskId, key)).map(({ status }) => status);

/** As if so much time had passed for whatever waits. */
const later = async (seconds: number) => {
  const until = sql`until - make_interval(secs => ${seconds})`;
  await db.update(workflowNodes).set({ until });
  await db.update(workflowItems).set({ until });
  await advanceDue(db);
};

describe("a matrix", () => {
  test("runs its template once for each item, with the item in its answers", async () => {
    const answers = { region: { expression: "item.name + string(index)" } };
    const matrix = over([{ name: "eu" }, { name: "us" }]);
    const run = await site.start(await site.workflow([node("deploy", { ...matrix, answers })]));
    expect((await children(run)).map(({ environment, node_item }) => [JSON.parse(environment), node_item])).toEqual([
      [{ region: "eu0" }, 0],
      [{ region: "us1" }, 1],
    ]);
    await play();
    expect(await nodes(run)).toEqual({ deploy: "running" });
    await play();
    expect(await look(run)).toMatchObject({ status: "success" });
    const { nodes: presented } = await site.w.call(getWorkflowRun, "guest", of(run));
    expect(presented).toMatchObject([{ task: null, items: { pending: 0, running: 0, succeeded: 2, failed: 0 } }]);
    const items = await itemsOf(run, "deploy");
    expect(items).toMatchObject([
      { number: 0, value: { name: "eu" }, status: "success", tries: 1, task: { status: "success" } },
      { number: 1, value: { name: "us" }, status: "success", tries: 1, task: { status: "success" } },
    ]);
    expect(await itemsOf(run, "deploy", { from: 1, limit: 1 })).toMatchObject([{ number: 1 }]);
    const listed = await site.w.call(listChildren, "guest", of(run), {});
    expect(listed.map(({ id }) => id)).toEqual((await children(run)).map(({ id }) => id).reverse());
  });

  test("hands on texts as they are, also those that look like JSON and start later", async () => {
    const list = ["x", "1.10", "true", "null", '{"a":1}', "12345678901234567890"];
    const matrix = over(list, { parallel: 1 });
    const run = await site.start(
      await site.workflow([node("m", { ...matrix, answers: { region: { expression: "item" } } })]),
    );
    for (const _ of list) await play();
    expect((await children(run)).map(({ environment }) => JSON.parse(environment).region)).toEqual(list);
    expect((await itemsOf(run, "m")).map(({ value }) => value)).toEqual(list);
  });

  test("keeps to its limit, and starts the next item when one has ended", async () => {
    const run = await site.start(await site.workflow([node("m", over([1, 2, 3], { parallel: 2 }))]));
    expect(await statusesOf(run, "m")).toEqual(["running", "running", "pending"]);
    await play("error");
    expect(await statusesOf(run, "m")).toEqual(["failed", "running", "running"]);
    await play();
    await play();
    expect(await nodes(run)).toEqual({ m: "failed" });
  });

  test("with fail-fast starts no further items after a failure, and lets running ones end", async () => {
    const matrix = over([1, 2, 3, 4], { parallel: 2, fail_fast: true });
    const run = await site.start(await site.workflow([node("m", matrix)]));
    await play("error");
    expect(await statusesOf(run, "m")).toEqual(["failed", "running", "skipped", "skipped"]);
    await play();
    expect(await site.steps(run)).toEqual({ m: { status: "failed", reason: { code: "fail_fast" } } });
  });

  test("over nothing succeeds at once", async () => {
    const run = await site.start(await site.workflow([node("m", over([])), node("b")], chain("m", "b")));
    expect(await nodes(run)).toEqual({ m: "success", b: "running" });
  });

  test("starts 200 tasks in one transaction at most, and the tick the next ones", async () => {
    const list = Array.from({ length: 450 }, (_, index) => index);
    const run = await site.start(await site.workflow([node("m", over(list))]));
    expect(await children(run)).toHaveLength(200);
    await advanceDue(db);
    expect(await children(run)).toHaveLength(400);
    await advanceDue(db);
    expect(await children(run)).toHaveLength(450);
    expect(await advanceDue(db)).toBe(0);
    await site.w.call(stopTask, "owner", of(run), { force: true });
    expect(await look(run)).toMatchObject({ status: "stopped" });
  });

  test("of the list that a task gave", async () => {
    const expression = "nodes.plan.outputs.regions";
    const graph = [node("plan"), node("m", { matrix: { items: { expression } } })];
    const run = await site.start(await site.workflow(graph, chain("plan", "m")));
    const ref = await site.runner.take();
    await db.insert(taskOutputs).values({ task_id: ref.task_id, name: "regions", value: ["eu", "us", "ap"] });
    await site.runner.finish(ref);
    expect((await itemsOf(run, "m")).map(({ value }) => value)).toEqual(["eu", "us", "ap"]);
  });

  test.each([
    ["a number", "5", "a number is not a list"],
    ["too many items", "inputs.list", "10001 items are more than 10000"],
    ["what does not exist", "nodes.plan.outputs.nothing", "nothing"],
  ])("over %s fails with a clear reason", async (_, expression, message) => {
    const graph = [node("plan"), node("m", { matrix: { items: { expression } } })];
    const list = { list: Array.from({ length: 10_001 }, () => 1) };
    const workflow = await site.workflow(graph, chain("plan", "m"));
    const run = await site.start(workflow, { environment: JSON.stringify(list) });
    await play();
    const reason = { code: "expression", field: "matrix.items", message: expect.stringContaining(message) };
    expect(await site.steps(run)).toMatchObject({ m: { status: "failed", reason } });
    expect(await look(run)).toMatchObject({ status: "error" });
  });
});

describe("a retry", () => {
  const retry = { count: 2, pause_seconds: 60, growth: 3 };

  test("starts a failed task again after its pause, which grows, until there are no tries left", async () => {
    const run = await site.start(await site.workflow([node("a", { retry })]));
    await play("error");
    expect(await nodes(run)).toEqual({ a: "running" });
    await later(59);
    expect(await children(run)).toHaveLength(1);
    await later(1);
    expect(await children(run)).toHaveLength(2);
    await play("error");
    await later(179);
    expect(await children(run)).toHaveLength(2);
    await later(1);
    await play("error");
    expect(await nodes(run)).toEqual({ a: "failed" });
    expect(await children(run)).toHaveLength(3);
    const { nodes: presented } = await site.w.call(getWorkflowRun, "guest", of(run));
    expect(presented).toMatchObject([{ key: "a", tries: 3, task: { status: "error" } }]);
  });

  test("that helps leaves a success", async () => {
    const run = await site.start(await site.workflow([node("a", { retry })]));
    await play("error");
    await later(60);
    await play();
    expect(await look(run)).toMatchObject({ status: "success" });
  });

  test("is only for the reasons that it names, and never after a stop", async () => {
    const named = { ...retry, reasons: ["runner_lost"] };
    const run = await site.start(await site.workflow([node("a", { retry: named })]));
    await play("error", { reason: "exit_code" });
    expect(await nodes(run)).toEqual({ a: "failed" });
    const second = await site.start(await site.workflow([node("a", { retry })]));
    const [task] = await children(second);
    await site.w.call(stopTask, "owner", of(task?.id ?? 0), {});
    expect(await nodes(second)).toEqual({ a: "stopped" });
  });

  test("does not outlast a stop of its run", async () => {
    const run = await site.start(await site.workflow([node("a", { retry })]));
    await play("error");
    await site.w.call(stopTask, "owner", of(run), {});
    expect(await nodes(run)).toEqual({ a: "failed" });
    expect(await look(run)).toMatchObject({ status: "stopped" });
  });
});

test("a further try that is due waits for a free slot of its node, and its run is not looked at meanwhile", async () => {
  const retry = { count: 1, pause_seconds: 60 };
  const run = await site.start(
    await site.workflow([node("deploy", { ...over(["eu", "us"], { parallel: 1 }), retry })]),
  );
  await play("error");
  expect(await statusesOf(run, "deploy")).toEqual(["pending", "running"]);
  await later(61);
  expect(await advanceDue(db)).toBe(0);
  expect(await statusesOf(run, "deploy")).toEqual(["pending", "running"]);
  await play();
  expect(await statusesOf(run, "deploy")).toEqual(["running", "success"]);
});

describe("a wait", () => {
  test("ends after its time, and goes on with what follows", async () => {
    const graph = [wait("w", { seconds: 60 }), node("b")];
    const run = await site.start(await site.workflow(graph, chain("w", "b")));
    expect(await nodes(run)).toEqual({ w: "waiting", b: "pending" });
    await later(59);
    expect(await nodes(run)).toEqual({ w: "waiting", b: "pending" });
    await later(2);
    expect(await nodes(run)).toEqual({ w: "success", b: "running" });
  });

  test("of no time is over at once", async () => {
    const run = await site.start(await site.workflow([wait("w"), node("b")], chain("w", "b")));
    expect(await nodes(run)).toEqual({ w: "success", b: "running" });
  });

  test("until a time of day ends at the next one in its zone", async () => {
    const until = { time: "06:30", zone: "Asia/Tokyo" };
    const run = await site.start(await site.workflow([wait("w", { until })]));
    const [row] = await db.select({ until: workflowNodes.until }).from(workflowNodes);
    const due = new Date(row?.until ?? "");
    expect(due.getTime()).toBeGreaterThan(Date.now());
    expect(due.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(due.toISOString()).toContain("T21:30:00");
    expect(await look(run)).toMatchObject({ status: "running" });
  });

  test("and a deadline count from the database's time, also if the web node's clock is wrong", async () => {
    const workflow = await site.workflow([wait("w", { seconds: 60 }), approval("ask", { deadline_seconds: 60 })]);
    const clock = Date.now;
    const wrong = vi.spyOn(Date, "now").mockImplementation(() => clock() + 3_600_000);
    const run = await site.start(workflow);
    wrong.mockRestore();
    const left = sql<number>`extract(epoch from until - now())::float8`;
    const rows = await db.select({ left }).from(workflowNodes).where(eq(workflowNodes.task_id, run));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(Math.abs(row.left - 60)).toBeLessThan(20);
  });

  test("that is over for longer goes on before others", async () => {
    const workflow = await site.workflow([wait("w", { seconds: 60 })], [], { allow_parallel_tasks: true });
    const runsOf = [await site.start(workflow), await site.start(workflow), await site.start(workflow)];
    for (const [index, run] of runsOf.entries())
      await db
        .update(workflowNodes)
        .set({ until: sql`now() - make_interval(secs => ${[20, 30, 10][index]})` })
        .where(eq(workflowNodes.task_id, run));
    await advanceDue(db);
    const ended = await db.select({ run: workflowNodes.task_id }).from(workflowNodes).orderBy(workflowNodes.end);
    expect(ended.map(({ run }) => runsOf.indexOf(run))).toEqual([1, 0, 2]);
  });

  test("goes on once, however many web nodes find that it is over", async () => {
    const run = await site.start(await site.workflow([wait("w", { seconds: 60 }), node("b")], [edge("w", "b")]));
    await db.update(workflowNodes).set({ until: sql`now()` }).where(eq(workflowNodes.key, "w"));
    await Promise.all([advanceDue(db), advanceDue(db), advanceDue(db)]);
    expect(await children(run)).toHaveLength(1);
    const items = await db
      .select()
      .from(workflowItems)
      .where(and(eq(workflowItems.task_id, run)));
    expect(items).toMatchObject([{ key: "b", status: "running", tries: 1 }]);
  });
});
