import type { Db } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import type { SettledNode } from "@/lib/task/start/new-task";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** What a run follows, however its template changes meanwhile. */
export type NewRun = { graph: WorkflowGraph; depth: number; originId: number | null; settled: SettledNode[] };

/** Makes new tasks runs: each gets its graph, and every node its state. */
export async function insertRuns(tx: Db, runs: readonly (NewRun & { taskId: number })[]): Promise<void> {
  const ofRuns = runs.map(({ taskId: task_id, graph, depth, originId: origin_id }) => ({
    task_id,
    graph,
    depth,
    origin_id,
  }));
  await insertRows(tx, workflowRuns, ofRuns);
  await insertRows(tx, workflowNodes, runs.flatMap(nodesOf));
}

const nodesOf = ({ taskId: task_id, graph, settled }: NewRun & { taskId: number }) =>
  graph.nodes.map(({ key }) => {
    const { status = "pending", reason = null, child_id = null } = settled.find((node) => node.key === key) ?? {};
    return { task_id, key, status, reason, child_id };
  });
