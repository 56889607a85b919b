import type { Db } from "@/db/client";
import { AppError, found } from "@/lib/operation/errors";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { nodesForOthers } from "@/lib/task/workflow/inside";
import { skipPending } from "@/lib/task/workflow/items";
import { changeNode, lockOpenRun, nameOfNode, type Run, saveNodes } from "@/lib/task/workflow/run";
import { hasEnded } from "@/lib/workflow/rules/decide";
import {
  MARKED,
  type Mark,
  markProblem,
  nodesToDecideAgain,
  passedByDone,
  passedBySkip,
} from "@/lib/workflow/rules/mark";

type NodeOf = { projectId: number; taskId: number; nodeKey: string };

/** Ends a node as a manager says, and goes on with its run. What was skipped because the node had failed decides again. Returns its name. */
export async function markNode(
  tx: Db,
  { projectId, taskId, nodeKey }: NodeOf,
  mark: Mark,
  { userId, note }: { userId: number; note: string },
): Promise<string> {
  const run = await lockOpenRun(tx, projectId, taskId);
  const { status } = found(run.nodes.get(nodeKey));
  const problem = markProblem(run.graph, run.nodes, { key: nodeKey, stopping: run.stopping !== null });
  if (problem) throw new AppError("conflict", { key: problem });
  if (run.task.responsible_id === userId) await refuseStarter(tx, run, mark, nodeKey);
  for (const key of nodesToDecideAgain(run.graph, run.nodes, nodeKey))
    changeNode(run, key, { status: "pending", reason: null });
  if (status === "running") await skipPending(tx, run, nodeKey);
  changeNode(run, nodeKey, { ...MARKED[mark], decided_by_id: userId, note, until: null });
  await saveNodes(tx, run);
  await advanceRuns(tx, { runs: [taskId] });
  return nameOfNode(run, nodeKey);
}

/** Who is responsible for a run must not get past what others are to decide. */
async function refuseStarter(tx: Db, { graph, depth, nodes, task }: Run, mark: Mark, nodeKey: string): Promise<void> {
  // A skipped node leads nowhere, but a run around this one goes on.
  if (mark === "skipped" && depth === 0) return;
  const forOthers = await nodesForOthers(tx, task.id, graph);
  const isOpen = (key: string) => !hasEnded(nodes.get(key)?.status);
  const passed =
    mark === "done"
      ? passedByDone(graph, { forOthers, isOpen }, nodeKey)
      : passedBySkip(graph, { forOthers, states: nodes }, nodeKey);
  if (passed !== undefined) throw new AppError("forbidden", { key: "decidedByStarter", params: { node: passed } });
}
