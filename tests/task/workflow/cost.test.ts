import { expect, test } from "vitest";
import { countSent, freshDatabase } from "../../support/database";
import { chain, runs } from "../../support/workflow";
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
