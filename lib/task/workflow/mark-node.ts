import type { Db } from "@/db/client";
import { AppError, found } from "@/lib/operation/errors";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { skipPending } from "@/lib/task/workflow/items";
import { changeNode, lockOpenRun, saveNodes } from "@/lib/task/workflow/run";
import { isForOthers } from "@/lib/workflow/rules/approvers";
import { MARKED, type Mark, markProblem, nodesToDecideAgain } from "@/lib/workflow/rules/mark";

type NodeOf = { projectId: number; taskId: number; nodeKey: string };

/** Ends a node as a manager says, and goes on with its run. What was skipped because the node had failed decides again. */
export async function markNode(
  tx: Db,
  { projectId, taskId, nodeKey }: NodeOf,
  mark: Mark,
  { userId, note }: { userId: number; note: string },
): Promise<void> {
  const run = await lockOpenRun(tx, projectId, taskId);
  const { node, status } = found(run.nodes.get(nodeKey));
  const problem = markProblem(run.graph, run.nodes, { key: nodeKey, stopping: run.stopping !== null });
  if (problem) throw new AppError("conflict", { key: problem });
  if (mark === "done" && isForOthers(node, run.task.user_id, userId))
    throw new AppError("forbidden", { key: "decidedByStarter", params: { node: nodeKey } });
  for (const key of nodesToDecideAgain(run.graph, run.nodes, nodeKey))
    changeNode(run, key, { status: "pending", reason: null });
  if (status === "running") await skipPending(tx, run, nodeKey);
  changeNode(run, nodeKey, { ...MARKED[mark], decided_by_id: userId, note, until: null });
  await saveNodes(tx, run);
  await advanceRuns(tx, { runs: [taskId] });
}
