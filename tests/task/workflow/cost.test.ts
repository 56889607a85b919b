import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { workflowItems, workflowNodes } from "@/db/schema/workflows";
import { countSent, freshDatabase } from "../../support/database";
import { approval, chain, runs, wait } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";

const db = await freshDatabase();
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`);

/** Claims, begins and ends the next task, whose end starts what follows it. */
async function playNext(): Promise<void> {
  await site.runner.finish(await site.runner.take());
}

/** What starting a workflow sends, and then each of its tasks. */
async function playAll(workflow: number, tasks: number) {
  const start = await countSent(db, () => site.start(workflow));
  const each: Awaited<ReturnType<typeof countSent>>[] = [];
  for (let n = 0; n < tasks; n++) each.push(await countSent(db, playNext));
  return { start, each };
}

const chainOf = (keys: string[]) =>
  site.workflow(
    keys.map((key) => runs(key, template)),
    chain(...keys),
  );
const matrixOf = (items: number) =>
  site.workflow([runs("all", template, { matrix: { items: { value: numbered(items) } } })]);

/** Takes one task of the run's matrix, as if all its other items had succeeded. */
async function leaveOne(run: number) {
  const last = await site.runner.take();
  const others = and(eq(workflowItems.task_id, run), ne(workflowItems.child_id, last.task_id));
  await db.update(workflowItems).set({ status: "success" }).where(others);
  await db
    .update(workflowNodes)
    .set({ running: 1 })
    .where(and(eq(workflowNodes.task_id, run), eq(workflowNodes.key, "all")));
  return last;
}

const most = (sent: readonly { statements: number }[]): number => Math.max(...sent.map(({ statements }) => statements));

test("a node of a chain costs the same, however long the chain: 3 transactions, 32 statements at most", async () => {
  await playAll(await chainOf(["warm", "up"]), 2);
  for (const length of [3, 12]) {
    const { start, each } = await playAll(await chainOf(numbered(length)), length);
    expect(start).toMatchObject({ transactions: 1 });
    expect(start.statements).toBeLessThanOrEqual(26);
    expect(each.map(({ transactions }) => transactions)).toEqual(each.map(() => 3));
    expect(most(each)).toBeLessThanOrEqual(32);
  }
});

test("the items of a matrix start together, and each costs the same, however many there are", async () => {
  await playAll(await matrixOf(2), 2);
  for (const items of [3, 18]) {
    const { start, each } = await playAll(await matrixOf(items), items);
    expect(start).toMatchObject({ transactions: 1 });
    expect(start.statements).toBeLessThanOrEqual(26);
    expect(each.map(({ transactions }) => transactions)).toEqual(each.map(() => 3));
    expect(most(each.slice(0, -1))).toBeLessThanOrEqual(24);
    // The last one ends the node and its run.
    expect(most(each)).toBeLessThanOrEqual(29);
  }
});

test("many waits and deadlines that begin together read the clock once", async () => {
  const waits = numbered(9).map((key) => wait(key, { seconds: 60 }));
  const approvals = ["a", "b", "c"].map((key) => approval(key, { deadline_seconds: 60 }));
  const workflow = await site.workflow([...waits, ...approvals]);
  const { texts } = await countSent(db, () => site.start(workflow));
  expect(texts.filter((text) => text.includes("clock_timestamp()::text as now"))).toHaveLength(1);
});

test("secret answers are read once for all items of a node", async () => {
  const survey_vars = ["token", "url"].map((name) => ({ name, title: name, type: "secret" }));
  const secret = await site.template({ allow_parallel_tasks: true, survey_vars });
  const answers = { token: { secret: "inputs.token" }, url: { secret: "nodes.first.outputs.url" } };
  const counts: number[] = [];
  for (const items of [3, 60]) {
    const all = runs("all", secret, { answers, matrix: { items: { value: numbered(items) } } });
    const graph = [runs("first", template), all];
    const workflow = await site.workflow(graph, chain("first", "all"), { survey_vars, allow_parallel_tasks: true });
    const run = await site.start(workflow, { secret: '{"token":"s3cret"}' });
    const ref = await site.runner.take();
    await site.runner.outputs(ref, [{ name: "url", value: "https://eu" }]);
    counts.push((await countSent(db, () => site.runner.finish(ref))).statements);
    expect((await site.steps(run)).all?.status).toBe("running");
    await db.delete(tasks).where(eq(tasks.id, run));
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(28);
});

test("the outputs of a matrix are read with a few statements, however many items it has", async () => {
  const counts: number[] = [];
  for (const items of [3, 180]) {
    const graph = [
      runs("all", template, { matrix: { items: { value: numbered(items) } } }),
      runs("next", template, { options: { message: { expression: "string(size(nodes.all.outputs))" } } }),
    ];
    const run = await site.start(await site.workflow(graph, chain("all", "next"), { allow_parallel_tasks: true }));
    const last = await leaveOne(run);
    counts.push((await countSent(db, () => site.runner.finish(last))).statements);
    expect((await site.children(run)).at(-1)?.message).toBe(String(items));
    await db.delete(tasks).where(eq(tasks.id, run));
  }
  expect(Math.abs((counts[1] ?? 0) - (counts[0] ?? 0))).toBeLessThanOrEqual(1);
});

test("whether items would wait for ever is looked up once for all, if a run of their workflow is unfinished", async () => {
  const inner = await site.workflow([runs("a", template)], [], { name: "Inner" });
  await site.start(inner);
  for (const items of [3, 18]) {
    const matrix = { items: { value: numbered(items) } };
    const outer = await site.workflow([runs("all", inner, { matrix }), runs("again", inner)], [], { name: "Outer" });
    const { texts } = await countSent(db, () => site.start(outer));
    expect(texts.filter((text) => text.includes("ahead(id, first)"))).toHaveLength(1);
  }
});
