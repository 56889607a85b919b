import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { workflowItems } from "@/db/schema/workflows";
import { stopTask } from "@/lib/task/operations";
import { getWorkflowRun, listNodeItems, resumeRun } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { chain, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const survey_vars = [{ name: "url", title: "URL", type: "" }];
const template = await site.template({ allow_parallel_tasks: true, survey_vars });
const project = { projectId: site.w.projectId };
const { nodes, play } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);
const over = (items: unknown[], changes: object = {}) => ({ matrix: { items: { value: items }, ...changes } });

/** Ends the next task, which gives its URL. */
async function give(url: unknown, end: "success" | "error" = "success"): Promise<void> {
  const ref = await site.runner.take();
  await db.insert(taskOutputs).values({ task_id: ref.task_id, name: "url", value: url });
  await site.runner.finish(ref, end);
}

const answersOf = async (runId: number, key: string) =>
  (await site.children(runId))
    .filter(({ node_key }) => node_key === key)
    .map(({ environment }) => JSON.parse(environment || "{}").url);

const itemsOf = (runId: number) =>
  db.select().from(workflowItems).where(eq(workflowItems.task_id, runId)).orderBy(asc(workflowItems.number));
const resume = async (taskId: number, input: object = {}) =>
  (await site.w.call(resumeRun, "owner", { ...project, taskId }, input)).id;

describe("the outputs of a matrix", () => {
  test("are a list in the order of its items, with null for those that did not succeed", async () => {
    const answers = { url: { expression: "item == null ? 'none' : item.url" } };
    const graph = [
      node("deploy", { ...over(["eu", "us", "ap"]), continue_on_failure: true }),
      node("check", { answers, matrix: { items: { expression: "nodes.deploy.outputs" } } }),
      node("report", { answers: { url: { expression: "nodes.deploy.outputs[2].url" } } }),
    ];
    const run = await site.start(
      await site.workflow(graph, [...chain("deploy", "check"), ...chain("deploy", "report")]),
    );
    await give("https://eu");
    await give("https://us", "error");
    await give("https://ap");
    expect(await answersOf(run, "check")).toEqual(["https://eu", "none", "https://ap"]);
    expect(await answersOf(run, "report")).toEqual(["https://ap"]);
  });

  test("are empty for a matrix over nothing", async () => {
    const size = { url: { expression: "string(size(nodes.deploy.outputs))" } };
    const graph = [node("deploy", over([])), node("report", { answers: size })];
    const run = await site.start(await site.workflow(graph, chain("deploy", "report")));
    expect(await answersOf(run, "report")).toEqual(["0"]);
  });

  test("that are too large fail what names them, with the reason, and nothing else", async () => {
    const graph = [
      node("deploy", over(Array.from({ length: 18 }, (_, index) => index))),
      node("report", { answers: { url: { expression: "nodes.deploy.outputs[0].url" } } }),
      node("other", { answers: { url: { expression: "run.user" } } }),
    ];
    const run = await site.start(
      await site.workflow(graph, [...chain("deploy", "report"), ...chain("deploy", "other")]),
    );
    for (let item = 0; item < 18; item++) await give("x".repeat(250_000));
    const message = "the outputs of deploy are too large for an expression";
    expect(await site.steps(run)).toMatchObject({
      report: { status: "failed", reason: { code: "expression", field: "answers.url", message } },
      other: { status: "running" },
    });
  });
});

describe("a matrix that ends although items of it have not run has its outputs at once", () => {
  const gives = (text: string) => ({ answers: { url: { expression: text } } });
  const regions = ["eu", "us", "ap"];
  const failFast = over(regions, { parallel: 1, fail_fast: true });
  const sizeOf = gives("string(size(nodes.deploy.outputs))");

  test("for the condition of an edge", async () => {
    const condition = "nodes.deploy.outputs.exists(one, one != null)";
    const run = await site.start(
      await site.workflow(
        [node("deploy", failFast), node("rollback", sizeOf)],
        [edge("deploy", "rollback", { on: "failure", condition })],
      ),
    );
    await give("https://eu");
    await give("https://us", "error");
    expect(await answersOf(run, "rollback")).toEqual(["3"]);
  });

  test("for a matrix over them, also if another edge has a condition", async () => {
    const answers = { url: { expression: "item == null ? 'none' : item.url" } };
    const graph = [
      node("deploy", failFast),
      node("check", { answers, matrix: { items: { expression: "nodes.deploy.outputs" } } }),
      node("other"),
    ];
    const edges = [edge("deploy", "check", { on: "failure" }), edge("check", "other", { condition: "run.id > 0" })];
    const run = await site.start(await site.workflow(graph, edges));
    await give("https://eu");
    await give("https://us", "error");
    expect(await answersOf(run, "check")).toEqual(["https://eu", "none", "none"]);
  });

  test("for the clean-up of a run that is stopped", async () => {
    const clean = node("clean", { final: true, ...gives("nodes.deploy.outputs[0].url") });
    const graph = [node("deploy", over(regions, { parallel: 1 })), clean, node("other")];
    const edges = [edge("deploy", "other", { condition: "run.id > 0" })];
    const run = await site.start(await site.workflow(graph, edges));
    await give("https://eu");
    await site.w.call(stopTask, "owner", { ...project, taskId: run }, { force: false });
    expect(await answersOf(run, "clean")).toEqual(["https://eu"]);
  });

  test("for what follows items that were refused", async () => {
    const answers = { url: { expression: "item == 'us' ? item.missing : item" } };
    const graph = [
      node("deploy", { ...over(["eu", "us"], { parallel: 1 }), answers, continue_on_failure: true }),
      node("report", sizeOf),
    ];
    const run = await site.start(await site.workflow(graph, chain("deploy", "report")));
    await give("https://eu");
    expect(await answersOf(run, "report")).toEqual(["2"]);
  });
});

describe("a resumed run", () => {
  const urls = { url: { expression: "nodes.deploy.outputs.map(one, one.url)[0] + nodes.deploy.outputs[1].url" } };
  const graph = [node("deploy", over(["eu", "us", "ap"], { parallel: 2 })), node("report", { answers: urls })];
  const failed = async (ends: ("success" | "error")[]) => {
    const run = await site.start(await site.workflow(graph, chain("deploy", "report"), { allow_parallel_tasks: true }));
    for (const [index, end] of ends.entries()) await give(`first${index} `, end);
    return run;
  };

  test("runs only the items of a matrix that did not succeed, and has the outputs of all", async () => {
    const run = await failed(["success", "error", "success"]);
    const again = await resume(run);
    expect((await itemsOf(again)).map(({ status }) => status)).toEqual(["success", "running", "success"]);
    expect(await site.children(again)).toMatchObject([{ node_key: "deploy", node_item: 1 }]);
    const { nodes: shown } = await site.w.call(getWorkflowRun, "guest", { ...project, taskId: again });
    expect(shown[0]).toMatchObject({ items: { pending: 0, running: 1, succeeded: 2, failed: 0 } });
    await give("second ");
    expect(await nodes(again)).toEqual({ deploy: "success", report: "running" });
    expect(await answersOf(again, "report")).toEqual(["first0 second "]);
  });

  test("keeps the items again when it is resumed itself", async () => {
    const again = await resume(await failed(["success", "error", "success"]));
    await give("", "error");
    const third = await resume(again);
    expect((await itemsOf(third)).map(({ status }) => status)).toEqual(["success", "running", "success"]);
  });

  test("shows a matrix that it keeps with its items, and their outputs", async () => {
    const run = await failed(["success", "success", "success"]);
    await play("error");
    const again = await resume(run);
    expect(await nodes(again)).toEqual({ deploy: "success", report: "running" });
    expect(await answersOf(again, "report")).toEqual(["first0 first1 "]);
    const place = { ...project, taskId: again, nodeKey: "deploy" };
    const items = await site.w.call(listNodeItems, "guest", place, {});
    expect(items.map(({ value, status, task }) => [value, status, task?.status])).toEqual(
      ["eu", "us", "ap"].map((value) => [value, "success", "success"]),
    );
  });

  test("runs all items if the matrix is chosen, or from the beginning", async () => {
    const run = await failed(["success", "error", "success"]);
    for (const from of [["deploy"], "start"]) {
      const again = await resume(run, { from });
      expect((await itemsOf(again)).map(({ status }) => status)).toEqual(["running", "running", "pending"]);
      await db.delete(tasks).where(eq(tasks.id, again));
    }
  });

  test("runs an item again whose value is another one now", async () => {
    const items = { expression: "['same', string(run.id)]" };
    const graph = [node("deploy", { matrix: { items } })];
    const run = await site.start(await site.workflow(graph, [], { allow_parallel_tasks: true }));
    await play();
    await play("error");
    await db.update(workflowItems).set({ status: "success" }).where(eq(workflowItems.number, 1));
    const again = await resume(run);
    expect((await itemsOf(again)).map(({ value, status }) => [value, status])).toEqual([
      ["same", "success"],
      [String(again), "running"],
    ]);
  });
});
