import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { openUnblocked } from "@/lib/task/workflow/tick";
import { decideNode, getWorkflowRun } from "@/lib/task/workflow-operations";
import type { WorkflowNode } from "@/lib/workflow/schema";
import { freshDatabase } from "../../support/database";
import { approval, chain, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template();
const waitsForItself = (run: number) => ({
  message: "",
  issues: [{ path: "template_id", key: "workflowWaitsForItself", params: { task: `#${run}` } }],
});
const { play, nodes, look, children } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);

test("a run starts each node when the one before it has ended, and ends with the last", async () => {
  const run = await site.start(
    await site.workflow([node("build"), node("test"), node("ship")], chain("build", "test", "ship")),
  );
  expect(await look(run)).toMatchObject({ status: "running", runner_id: null, end: null });
  expect(await nodes(run)).toEqual({ build: "running", ship: "pending", test: "pending" });
  expect(await play()).toBe("build");
  expect(await nodes(run)).toEqual({ build: "success", ship: "pending", test: "running" });
  expect(await play()).toBe("test");
  expect(await play()).toBe("ship");
  expect(await nodes(run)).toEqual({ build: "success", ship: "success", test: "success" });
  expect(await look(run)).toMatchObject({ status: "success", reason: null });
  const started = await children(run);
  expect(started.map(({ node_key, node_item, user_id }) => [node_key, node_item, user_id])).toEqual(
    ["build", "test", "ship"].map((key) => [key, 0, site.w.userIds.owner]),
  );
  const told = (await db.select().from(events)).map(({ description }) => description);
  expect(told).toContain(`Task ID ${run} (Release) finished - SUCCESS`);
});

test("a failure leads to the roll-back, skips the rest with its reason, and the run fails", async () => {
  const graph = [node("deploy"), node("test"), node("undo"), node("clean", { final: true })];
  const run = await site.start(
    await site.workflow(graph, [edge("deploy", "test"), edge("deploy", "undo", { on: "failure" })]),
  );
  expect(await play("error")).toBe("deploy");
  expect(await play()).toBe("undo");
  expect(await play()).toBe("clean");
  expect(await site.steps(run)).toEqual({
    clean: { status: "success", reason: null },
    deploy: { status: "failed", reason: null },
    test: { status: "skipped", reason: { code: "edge", from: "deploy", on: "success", was: "failed" } },
    undo: { status: "success", reason: null },
  });
  expect(await look(run)).toMatchObject({ status: "error" });
});

test("a run holds no slot, and its tasks wait for one as any task", async () => {
  const run = await site.start(await site.workflow([node("a"), node("b")]));
  const [row] = await db.select({ slot: tasks.holds_slot }).from(tasks);
  expect(row).toEqual({ slot: false });
  const waiting = (await children(run)).map(({ status }) => status);
  expect(waiting).toEqual(["waiting", "waiting"]);
});

describe("what cannot start fails its node with the reason, and the run goes on", () => {
  test("a template that is gone", async () => {
    const gone = await site.template({ name: "gone" });
    const workflow = await site.workflow([runs("a", gone), node("b")], [edge("a", "b", { on: "failure" })]);
    await db.delete(templates).where(eq(templates.id, gone));
    const run = await site.start(workflow);
    expect(await site.steps(run)).toMatchObject({ a: { status: "failed", reason: { code: "template_missing" } } });
    expect(await play()).toBe("b");
    expect(await look(run)).toMatchObject({ status: "error" });
  });

  test("a template that refuses the task", async () => {
    const survey_vars = [{ name: "where", title: "Where", type: "", required: true }];
    const asks = await site.template({ name: "asks", survey_vars });
    const run = await site.start(await site.workflow([runs("a", asks)]));
    const issues = [{ path: "environment.where", key: "variableRequired", params: {} }];
    const reason = { code: "refused", message: "", issues };
    expect(await site.steps(run)).toEqual({ a: { status: "failed", reason } });
    const { nodes: shown } = await site.w.call(getWorkflowRun, "guest", { projectId: site.w.projectId, taskId: run });
    expect(shown).toMatchObject([{ reason: { message: "environment.where: This variable is required", issues } }]);
    expect(await look(run)).toMatchObject({ status: "error" });
    expect(await children(run)).toEqual([]);
  });
});

test("a workflow without nodes has succeeded when it was started", async () => {
  expect(await look(await site.start(await site.workflow([])))).toMatchObject({ status: "success" });
});

describe("runs of a workflow that allows one at a time", () => {
  test("wait for the one before, and begin in the transaction that ends it", async () => {
    const workflow = await site.workflow([node("a")]);
    const [first, second, third] = [await site.start(workflow), await site.start(workflow), await site.start(workflow)];
    expect(await look(second)).toMatchObject({
      status: "waiting",
      waiting_for: { code: "template_busy", held_by: [first] },
    });
    expect(await look(third)).toMatchObject({ waiting_for: { code: "template_busy", held_by: [first] } });
    expect(await children(second)).toEqual([]);
    await play();
    expect([await look(first), await look(second), await look(third)].map(({ status }) => status)).toEqual([
      "success",
      "running",
      "waiting",
    ]);
    await play();
    await play();
    expect(await look(third)).toMatchObject({ status: "success" });
  });

  test("are never offered to a runner", async () => {
    const workflow = await site.workflow([node("a")]);
    await site.start(workflow);
    const second = await site.start(workflow);
    await play("error");
    const { tasks: offered } = await site.runner.poll(5);
    expect(offered.map(({ task_id }) => task_id)).toEqual((await children(second)).map(({ id }) => id));
  });
});

test("what waits for a runner is not opened as a run, though its template has become a workflow", async () => {
  const id = await site.template({ name: "Step" });
  const task = await site.start(id);
  const workflow = { app: "workflow", graph: { nodes: [], edges: [] } };
  await db.update(templates).set(workflow).where(eq(templates.id, id));
  await site.start(id);
  await openUnblocked(db);
  expect(await look(task)).toMatchObject({ status: "waiting" });
  await play();
  expect(await look(task)).toMatchObject({ status: "success" });
});

test("runs that were deleted meanwhile need nothing, and keep no other from going on", async () => {
  const run = await site.start(await site.workflow([node("a")]));
  await db.transaction((tx) => advanceRuns(tx, { runs: [run + 1000, run, run + 1001] }));
  await db.transaction((tx) => advanceRuns(tx, { runs: [run + 1000] }));
  expect(await look(run)).toMatchObject({ status: "running" });
});

test("parallel runs of a workflow begin at once", async () => {
  const workflow = await site.workflow([node("a")], [], { allow_parallel_tasks: true });
  const ids = [await site.start(workflow), await site.start(workflow)];
  for (const id of ids) expect(await look(id)).toMatchObject({ status: "running" });
});

describe("a workflow inside a workflow", () => {
  test("runs as a node of it, and its end goes on with the outer run", async () => {
    const inner = await site.workflow([node("x"), node("y")], chain("x", "y"), { name: "Inner" });
    const run = await site.start(await site.workflow([runs("nested", inner), node("after")], chain("nested", "after")));
    const [nested] = await children(run);
    expect(nested).toMatchObject({ status: "running", node_key: "nested" });
    expect(await play()).toBe("x");
    expect(await play()).toBe("y");
    expect(await nodes(run)).toEqual({ nested: "success", after: "running" });
    expect(await play()).toBe("after");
    expect(await look(run)).toMatchObject({ status: "success" });
  });

  test("fails its node when it fails, also at once", async () => {
    const inner = await site.workflow([runs("x", 999_999)], [], { name: "Broken" });
    const run = await site.start(await site.workflow([runs("nested", inner)]));
    expect(await nodes(run)).toEqual({ nested: "failed" });
    expect(await look(run)).toMatchObject({ status: "error" });
  });

  test("is refused when it would run inside itself without end", async () => {
    const endless = await site.workflow([], [], { name: "Endless", allow_parallel_tasks: true });
    await db
      .update(templates)
      .set({ graph: { nodes: [runs("again", endless)], edges: [] } })
      .where(eq(templates.id, endless));
    const run = await site.start(endless);
    expect(await look(run)).toMatchObject({ status: "error" });
    expect(await db.$count(tasks)).toBe(6);
  });

  test("is refused when it would wait for a run that waits for it", async () => {
    const workflow = (name: string, nodes: WorkflowNode[] = []) => site.workflow(nodes, [], { name });
    const [a, b] = [await workflow("A"), await workflow("B")];
    for (const [outer, inner] of [[a, b] as const, [b, a] as const])
      await db
        .update(templates)
        .set({ graph: { nodes: [runs("inner", inner)], edges: [] } })
        .where(eq(templates.id, outer));
    const run = await site.start(a);
    const [nested] = await children(run);
    const refused = { code: "refused", ...waitsForItself(run) };
    expect(await site.steps(nested?.id ?? 0)).toEqual({ inner: { status: "failed", reason: refused } });
    expect(await look(run)).toMatchObject({ status: "error" });
  });

  test("is refused when it would wait for a run that waits for it in turn, through another workflow", async () => {
    const hold = approval("hold", { text: "?" });
    const [a, b] = [await site.workflow([]), await site.workflow([])];
    const change = (id: number, inner: number) => {
      const graph = { nodes: [hold, runs("inner", inner)], edges: chain("hold", "inner") };
      return db.update(templates).set({ graph }).where(eq(templates.id, id));
    };
    const approve = (taskId: number) =>
      site.w.call(decideNode, "owner", { projectId: site.w.projectId, taskId, nodeKey: "hold" }, { approve: true });
    // Each is saved while a run follows what the other was before.
    await change(a, b);
    const first = await site.start(a);
    await db
      .update(templates)
      .set({ graph: { nodes: [], edges: [] } })
      .where(eq(templates.id, a));
    await change(b, a);
    const second = await site.start(b);
    await approve(first);
    expect(await nodes(first)).toEqual({ hold: "success", inner: "running" });
    await approve(second);
    const refused = { code: "refused", ...waitsForItself(first) };
    expect(await site.steps(second)).toMatchObject({ inner: { status: "failed", reason: refused } });
    expect(await look(second)).toMatchObject({ status: "error" });
    // What waited for that run has begun.
    const [nested] = await children(first);
    expect(await look(nested?.id ?? 0)).toMatchObject({ status: "running" });
  });
});
