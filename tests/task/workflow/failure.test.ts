import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes } from "@/db/schema/workflows";
import { advanceDue } from "@/lib/task/workflow/tick";
import { decideNode } from "@/lib/task/workflow-operations";
import { freshDatabase } from "../../support/database";
import { approval, edge, runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

process.env.SIGNALBOX_SLACK_URL = "https://127.0.0.1/nowhere";
const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });
const { play, look } = site;

beforeEach(async () => {
  await db.delete(tasks);
});

const node = (key: string, changes: object = {}) => runs(key, template, changes);

test("a run that failed names the nodes for which it did, also to those who get alerts", async () => {
  await db.update(projects).set({ alert: true });
  const graph = [
    node("build", { name: "Build it" }),
    node("lint", { continue_on_failure: true }),
    node("docs"),
    node("ship"),
    node("undo"),
  ];
  const edges = [edge("build", "ship"), edge("build", "undo", { on: "failure" })];
  const run = await site.start(await site.workflow(graph, edges));
  await db.delete(outbox);
  for (let n = 0; n < 3; n++) await play("error");
  expect(await look(run)).toMatchObject({ status: "running", failure: null });
  await play();
  const failure = { cause: "node_failed", subject: "Build it, docs", lines: [] };
  expect(await look(run)).toMatchObject({ status: "error", failure });
  expect(await db.select().from(outbox)).toMatchObject([{ task_id: run, payload: { task: { failure } } }]);
});

test("says who rejected it, when and why, or that the deadline passed, if that is all that failed", async () => {
  const asks = { name: "Ask", deadline_seconds: 60 };
  const rejects = async (run: number) => {
    const at = { projectId: site.w.projectId, taskId: run, nodeKey: "ask" };
    await site.w.call(decideNode, "manager", at, { approve: false, note: "not on Friday" });
  };
  const rejected = await site.start(await site.workflow([approval("ask", asks), node("ship")], [edge("ask", "ship")]));
  await rejects(rejected);
  const found = { cause: "approval_rejected", subject: "Ask", lines: [] };
  const by = { by: "The manager", at: expect.any(String), note: "not on Friday" };
  expect(await look(rejected)).toMatchObject({ status: "error", failure: { ...found, rejected: by } });

  const expired = await site.start(await site.workflow([approval("ask", asks)]));
  await db.update(workflowNodes).set({ until: "2026-01-01T00:00:00Z" }).where(eq(workflowNodes.task_id, expired));
  await advanceDue(db);
  expect((await look(expired)).failure).toEqual({ cause: "approval_expired", subject: "Ask", lines: [] });

  const both = await site.start(await site.workflow([approval("ask", asks), node("lint")]));
  await play("error");
  await rejects(both);
  expect((await look(both)).failure).toEqual({ cause: "node_failed", subject: "Ask, lint", lines: [] });
});

test("names the first of many", async () => {
  const keys = Array.from({ length: 7 }, (_, n) => `n${n}`);
  const run = await site.start(await site.workflow(keys.map((key) => node(key))));
  for (const _ of keys) await play("error");
  expect((await look(run)).failure).toMatchObject({ subject: "n0, n1, n2, n3, n4, …" });
});

test("names what failed without a task, and the workflow inside", async () => {
  const inner = await site.workflow([runs("x", 999_999)], [], { name: "Inner", allow_parallel_tasks: true });
  const run = await site.start(await site.workflow([runs("nested", inner), approval("ask", { deadline_seconds: 60 })]));
  expect(await look((await site.children(run))[0]?.id ?? 0)).toMatchObject({ failure: { subject: "x" } });
});
