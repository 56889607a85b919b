import type { Db } from "@/db/client";
import { endOfItems, isStopped, skipPending } from "@/lib/task/workflow/items";
import { changeNode, type NodeState, type Run } from "@/lib/task/workflow/run";
import type { TemplateNode } from "@/lib/workflow/schema";

/** Ends the nodes whose items have all ended, or whose time has come. */
export async function settleNodes(tx: Db, run: Run): Promise<void> {
  for (const state of run.nodes.values()) {
    const { key, node, status, isDue } = state;
    if (node.kind === "template" && status === "running") await settleItems(tx, run, state, node);
    if (node.kind === "wait" && status === "waiting" && isDue) changeNode(run, key, { status: "success", until: null });
    if (node.kind === "approval" && status === "waiting" && isDue) {
      const approves = node.on_deadline === "approve";
      changeNode(run, key, { status: approves ? "success" : "failed", reason: { code: "deadline" }, until: null });
    }
  }
}

/** `state` changes with its items. */
async function settleItems(tx: Db, run: Run, state: NodeState, node: TemplateNode): Promise<void> {
  const { key } = state;
  const isCut = isStopped(run, node);
  const isLost = node.matrix?.fail_fast === true && state.failed > 0;
  if (state.pending > 0 && (isCut || isLost)) {
    await skipPending(tx, run, key);
    changeNode(run, key, { reason: state.reason ?? { code: isCut ? "stopped" : "fail_fast" } });
  }
  if (state.pending + state.running > 0) return;
  changeNode(run, key, { status: await endOfItems(tx, run, key) });
  // What was read before lacks the outputs of its items.
  if (node.matrix) run.known = null;
}
