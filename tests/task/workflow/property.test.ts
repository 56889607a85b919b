import { and, eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes } from "@/db/schema/workflows";
import { endTask } from "@/lib/task/attempt/end";
import { advanceDue } from "@/lib/task/workflow/tick";
import { decideNode, markNodeDone, skipNode } from "@/lib/task/workflow-operations";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";
import { Random } from "../../chaos/random";
import { freshDatabase } from "../../support/database";
import { approval, edge, runs, wait } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { expected, type Fortune } from "./model";

const db = await freshDatabase();
const other = openDatabase(process.env.DATABASE_URL ?? "", { max: 8 });
afterAll(() => other.close());
const site = await workflowSite(db);
const template = await site.template({ allow_parallel_tasks: true });

const MOST_NODES = 40;
const GRAPHS = 24;

/** Deterministic: the same words always give the same result. */
function chance(seed: number, ...words: (string | number)[]): number {
  let hash = seed;
  for (const letter of words.join(" ")) hash = Math.imul(hash ^ letter.charCodeAt(0), 2_654_435_761) >>> 0;
  return new Random(hash).next();
}

type Marks = Fortune["marks"];

/** Keeps the run open for a manager until nothing else is left to do. */
const HOLD = "hold";

const marksOf =
  (seed: number): Marks =>
  (key) => {
    if (key === HOLD) return "done";
    const luck = chance(seed, key, "mark");
    return luck < 0.15 ? "done" : luck < 0.3 ? "skipped" : null;
  };

function fortuneOf(seed: number, { nodes, edges }: WorkflowGraph): Fortune {
  const leadsOn = new Set(edges.flatMap(({ from, on }) => (on === "failure" ? from : [])));
  const finals = new Set(nodes.flatMap((node) => (isFinalNode(node) ? node.key : [])));
  return {
    succeeds: (key, item, tries) => chance(seed, key, item, tries) < 0.75,
    approves: (key) => chance(seed, key) < 0.7,
    marks: marksOf(seed),
    fixes: (key) => !leadsOn.has(key) && !finals.has(key) && chance(seed, key, "fix") < 0.5,
    holds: ({ condition }) => condition === "inputs.n > 0",
  };
}

const A_DAY = 86_400;

function randomNode(random: Random, key: string, { isFinal, marks }: { isFinal: boolean; marks: Marks }): WorkflowNode {
  const join = random.pick(["all", "any"] as const);
  const kind = isFinal ? 9 : random.between(0, 9);
  if (kind === 0) return wait(key, { join, seconds: marks(key) ? A_DAY : 0 });
  if (kind === 1) return approval(key, { join, text: "?" });
  const value = Array.from({ length: random.between(0, 5) }, (_, index) => index);
  const matrix = { items: { value }, parallel: random.between(0, 2), fail_fast: random.chance(1 / 2) };
  return runs(key, template, {
    join,
    final: isFinal,
    continue_on_failure: random.chance(1 / 5),
    ...(random.chance(1 / 4) && { matrix }),
    ...(random.chance(1 / 3) && { retry: { count: random.between(1, 2), pause_seconds: 0 } }),
  });
}

function randomGraph(random: Random, marks: Marks): WorkflowGraph {
  const count = random.between(1, MOST_NODES);
  const finals = random.between(0, 2);
  const nodes = Array.from({ length: count }, (_, n) =>
    randomNode(random, `n${n}`, { isFinal: n >= count - finals, marks }),
  );
  const edges: WorkflowEdge[] = [];
  for (let to = 1; to < count - finals; to++)
    for (let wanted = random.between(0, 3); wanted > 0; wanted--) {
      const from = `n${random.between(0, to - 1)}`;
      if (edges.some((one) => one.from === from && one.to === `n${to}`)) continue;
      const on = random.pick(["success", "success", "failure", "always"] as const);
      const condition = random.pick(["", "", "", "inputs.n > 0", "inputs.n < 0"]);
      edges.push(edge(from, `n${to}`, { on, condition }));
    }
  return { nodes: [...nodes, wait(HOLD, { seconds: A_DAY })], edges };
}

type Child = Pick<typeof tasks.$inferSelect, "id" | "node_key" | "node_item">;

/** Ends tasks and decides approvals in random order, several at a time by two web processes, until nothing is left to do. */
async function play(runId: number, random: Random, fortune: Fortune): Promise<void> {
  const tried = new Map<string, number>();
  const processes = [db, other];
  const end = async (process: Database, { id, node_key, node_item }: Child) => {
    const item = `${node_key}.${node_item}`;
    const tries = tried.get(item) ?? 0;
    tried.set(item, tries + 1);
    const isGood = fortune.succeeds(node_key ?? "", node_item ?? 0, tries);
    await process.update(tasks).set({ status: "running" }).where(eq(tasks.id, id));
    await process.transaction((tx) =>
      endTask(tx, isGood ? "succeed" : "fail", { taskId: id }, isGood ? null : "exit_code"),
    );
  };
  const place = (nodeKey: string) => ({ projectId: site.w.projectId, taskId: runId, nodeKey });
  const settle = async (key: string) => {
    const mark = fortune.marks(key);
    if (mark === "skipped") await site.w.call(skipNode, "owner", place(key), {});
    else if (mark === "done") await site.w.call(markNodeDone, "owner", place(key), {});
    else await site.w.call(decideNode, "owner", place(key), { approve: fortune.approves(key) });
  };
  for (let idle = 0; idle < 4; ) {
    const waiting = await db
      .select({ id: tasks.id, node_key: tasks.node_key, node_item: tasks.node_item })
      .from(tasks)
      .where(and(eq(tasks.parent_task_id, runId), eq(tasks.status, "waiting")));
    const open = await db
      .select({ key: workflowNodes.key, status: workflowNodes.status })
      .from(workflowNodes)
      .where(and(eq(workflowNodes.task_id, runId), inArray(workflowNodes.status, ["waiting", "failed"])));
    const asking = open.filter(({ key, status }) => status === "waiting" && key !== HOLD);
    const broken = open.filter(({ key, status }) => status === "failed" && fortune.fixes(key));
    const steps = [
      ...waiting.map((task) => () => end(random.pick(processes), task)),
      ...asking.map(
        ({ key }) =>
          () =>
            settle(key),
      ),
      ...broken.map(
        ({ key }) =>
          () =>
            site.w.call(markNodeDone, "owner", place(key), {}),
      ),
      ...processes.map((process) => () => advanceDue(process)),
    ];
    const chosen = random.shuffled(steps).slice(0, random.between(1, 4));
    await Promise.all(chosen.map((step) => step()));
    idle = waiting.length + asking.length + broken.length === 0 ? idle + 1 : 0;
    if (idle > 0) await advanceDue(db);
    if (idle === 3 && open.some(({ key }) => key === HOLD)) {
      await settle(HOLD);
      idle = 0;
    }
  }
}

const seeds = Array.from({ length: GRAPHS }, (_, index) => index + 1);
test.each(seeds)("a random run ends as the model says, whatever the order: seed %i", async (seed) => {
  const random = new Random(seed);
  const graph = randomGraph(random, marksOf(seed));
  const fortune = fortuneOf(seed, graph);
  const { result, nodes, tries } = expected(graph, fortune);
  const survey_vars = [{ name: "n", title: "N", type: "int" }];
  const workflow = await site.workflow(graph.nodes, graph.edges, { survey_vars });
  const run = await site.start(workflow, { environment: '{"n":1}' });
  await play(run, random, fortune);
  expect(await site.nodes(run)).toEqual(nodes);
  expect(await site.look(run)).toMatchObject({ status: result });
  const started = await site.children(run);
  const counts: Record<string, number> = {};
  for (const { node_key, node_item } of started)
    counts[`${node_key}.${node_item}`] = (counts[`${node_key}.${node_item}`] ?? 0) + 1;
  for (const [item, count] of Object.entries(counts)) expect([item, tries[item] ?? count]).toEqual([item, count]);
  for (const [item, count] of Object.entries(tries))
    if (count !== null) expect([item, counts[item]]).toEqual([item, count]);
});
