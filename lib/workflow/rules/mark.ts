import type { NodeReason, NodeStatus } from "@/lib/protocol/workflow";
import { hasEnded } from "@/lib/workflow/rules/decide";
import { isFinalNode, nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** How a manager decides about a node of a run that goes on. */
export type Mark = "done" | "skipped";

/** What becomes of a node, also in a run that resumes another one. */
export const MARKED = {
  done: { status: "success", reason: { code: "marked_done" } },
  skipped: { status: "skipped", reason: { code: "skipped_by_user" } },
} as const satisfies Record<Mark, { status: NodeStatus; reason: NodeReason }>;

/** A node as far as marking it matters. `running`: how many of its tasks run. */
type State = { status: NodeStatus; reason: NodeReason | null; running: number };
type States = ReadonlyMap<string, State>;

const FAILED: ReadonlySet<NodeStatus> = new Set(["failed", "stopped"]);

/** Why a node cannot be marked now: the key of a text in `errors`. Null: it can. */
export function markProblem(
  graph: WorkflowGraph,
  states: States,
  { key, stopping }: { key: string; stopping: boolean },
): "nodeAtWork" | "nodeDecided" | "runIsEnding" | null {
  const state = states.get(key);
  if (!state || state.status === "success" || state.status === "skipped") return "nodeDecided";
  if (state.running > 0) return "nodeAtWork";
  const cleansUp = graph.nodes.every((node) => isFinalNode(node) || hasEnded(states.get(node.key)?.status));
  return FAILED.has(state.status) && (stopping || cleansUp) ? "runIsEnding" : null;
}

/** The nodes that were skipped for how a node ended, or may have been: once that changes, their edges decide again. */
export function nodesToDecideAgain(graph: WorkflowGraph, states: States, key: string): string[] {
  if (!FAILED.has(states.get(key)?.status ?? "pending")) return [];
  return [...nodesBefore(graph)].flatMap(([later, before]) => {
    const { status, reason } = states.get(later) ?? {};
    const isByEdge = status === "skipped" && (reason?.code === "edge" || reason?.code === "condition");
    return isByEdge && before.has(key) ? later : [];
  });
}

/** What a person who started a run would get past by marking a node as done: it, or one before it that is open. */
export function passedByDone(
  graph: WorkflowGraph,
  { forOthers, isOpen }: { forOthers: ReadonlySet<string>; isOpen: (key: string) => boolean },
  key: string,
): string | undefined {
  if (forOthers.has(key)) return key;
  return [...(nodesBefore(graph).get(key) ?? [])].find((earlier) => forOthers.has(earlier) && isOpen(earlier));
}

/** The same by skipping it in a run inside another, which goes on although what the node leads to is skipped as well. */
export function passedBySkip(
  graph: WorkflowGraph,
  { forOthers, states }: { forOthers: ReadonlySet<string>; states: States },
  key: string,
): string | undefined {
  if (forOthers.has(key)) return key;
  const before = nodesBefore(graph);
  return [...forOthers].find((later) => before.get(later)?.has(key) && states.get(later)?.status !== "success");
}
