import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { forIds, isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { workflowItems, workflowNodes, workflowRuns } from "@/db/schema/workflows";
import type { SettledNode } from "@/lib/task/start/new-task";
import { hasLostOutputs } from "@/lib/task/workflow/inside";
import { mayReadOutputs } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** What a run follows, however its template changes meanwhile. */
export type NewRun = {
  graph: WorkflowGraph;
  depth: number;
  originId: number | null;
  settled: SettledNode[];
  /** Nodes whose items it takes over from its origin, as far as they succeeded. */
  items: readonly string[];
};

/** Makes new tasks runs: each gets its graph, and every node its state. */
export async function insertRuns(tx: Db, runs: readonly (NewRun & { taskId: number })[]): Promise<void> {
  const ofRuns = runs.map(({ taskId: task_id, graph, depth, originId: origin_id }) => ({
    task_id,
    graph,
    depth,
    origin_id,
  }));
  await lockKept(tx, runs);
  await insertRows(tx, workflowRuns, ofRuns);
  await insertRows(tx, workflowNodes, runs.flatMap(nodesOf));
  for (const run of runs) if (run.items.length > 0) await takeItems(tx, run);
}

/** In the order in which a deletion locks tasks, rather than that of the graph. */
async function lockKept(tx: Db, runs: readonly NewRun[]): Promise<void> {
  await forIds(
    runs.flatMap(({ originId, settled }) => [originId, ...settled.map(({ child_id }) => child_id ?? null)]),
    (ids) => tx.select({ id: tasks.id }).from(tasks).where(isOneOf(tasks.id, ids)).orderBy(tasks.id).for("key share"),
  );
}

async function takeItems(tx: Db, { taskId, originId, items, graph }: NewRun & { taskId: number }): Promise<void> {
  const read = items.filter((key) => mayReadOutputs(graph, key));
  await tx.execute(sql`
    insert into ${workflowItems} (task_id, key, number, value, status, tries, child_id)
    select ${taskId}::int, key, number, value, status, tries, child_id
    from ${workflowItems}
    where task_id = ${originId} and status = 'success' and child_id is not null and key = any(${sql.param(items)})
      and not (key = any(${sql.param(read)}) and ${hasLostOutputs(sql`child_id`)})`);
  await tx.execute(sql`
    update ${workflowNodes} set succeeded = kept.count
    from (select key, count(*)::int as count from ${workflowItems} where task_id = ${taskId} group by key) as kept
    where ${workflowNodes.task_id} = ${taskId} and ${workflowNodes.key} = kept.key`);
}

const UNSETTLED = {
  status: "pending",
  reason: null,
  child_id: null,
  decided_by_id: null,
  decided_by_name: null,
  note: "",
  text: "",
} as const;

const nodesOf = ({ taskId: task_id, graph, settled }: NewRun & { taskId: number }) =>
  graph.nodes.map(({ key }) => ({ task_id, ...UNSETTLED, key, ...settled.find((node) => node.key === key) }));
