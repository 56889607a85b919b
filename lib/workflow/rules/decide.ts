import type { NodeReason, NodeStatus } from "@/lib/protocol/workflow";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** Whether the condition of an edge is true; or why that cannot be told. */
export type Hold = (edge: WorkflowEdge) => boolean | { problem: string };

/** A run that was asked to stop starts nothing but clean-up; with `kill`, nothing at all. */
export type Stopping = "stop" | "kill" | null;

export type Decision = {
  start: WorkflowNode[];
  /** They end without having started, or wait no longer. */
  end: { key: string; status: NodeStatus; reason: NodeReason }[];
  /** Null: the run is not over. */
  result: "success" | "error" | "stopped" | null;
};

type States = ReadonlyMap<string, NodeStatus>;

const OPEN: ReadonlySet<NodeStatus> = new Set(["pending", "waiting", "running"]);

export const hasEnded = (status: NodeStatus | undefined): boolean => status !== undefined && !OPEN.has(status);

/** What follows from the states of a run's nodes: which start now, which end without, and whether the run is over. */
export function decide(graph: WorkflowGraph, states: States, hold: Hold, stopping: Stopping = null): Decision {
  const known = new Map(states);
  const decision: Decision = { start: [], end: [], result: null };
  const open = new Set(graph.nodes.filter(({ key }) => !hasEnded(known.get(key))));
  for (let left = -1; left !== open.size; ) {
    left = open.size;
    for (const node of open) {
      const fate = fateOf(node, { graph, states: known, hold, stopping });
      if (fate === "stay") continue;
      open.delete(node);
      known.set(node.key, fate === "start" ? "running" : fate.status);
      if (fate === "start") decision.start.push(node);
      else decision.end.push({ key: node.key, ...fate });
    }
  }
  return { ...decision, result: resultOf(graph, known, stopping) };
}

type Fate = "start" | "stay" | { status: NodeStatus; reason: NodeReason };
type Situation = { graph: WorkflowGraph; states: States; hold: Hold; stopping: Stopping };

const STOPPED: NodeReason = { code: "stopped" };

function fateOf(node: WorkflowNode, situation: Situation): Fate {
  const { graph, states, stopping } = situation;
  const status = states.get(node.key);
  if (status === "running") return "stay";
  if (stopping === "kill" || (stopping && !isFinalNode(node)))
    return { status: status === "waiting" ? "stopped" : "skipped", reason: STOPPED };
  if (status === "waiting") return "stay";
  if (isFinalNode(node))
    return graph.nodes.every((other) => isFinalNode(other) || ended(other, states)) ? "start" : "stay";
  return joined(node, situation);
}

const ended = ({ key }: WorkflowNode, states: States): boolean => hasEnded(states.get(key));

/** `all`: one dead edge is enough to skip it. `any`: one that holds is enough to start it. */
function joined({ key, join }: WorkflowNode, situation: Situation): Fate {
  const verdicts = situation.graph.edges.filter(({ to }) => to === key).map((edge) => judge(edge, situation));
  const dead = verdicts.filter((verdict) => typeof verdict === "object");
  const holding = verdicts.filter((verdict) => verdict === "holds").length;
  if (join === "any" ? holding > 0 || verdicts.length === 0 : holding === verdicts.length) return "start";
  const [reason] = dead;
  if (!reason || (join === "any" && dead.length < verdicts.length)) return "stay";
  return { status: reason.code === "expression" ? "failed" : "skipped", reason };
}

/** Whether an edge holds, or why it never will. */
function judge(edge: WorkflowEdge, { graph, states, hold }: Situation): "open" | "holds" | NodeReason {
  const { from, on, condition } = edge;
  const was = states.get(from) ?? "skipped";
  if (!hasEnded(was)) return "open";
  const isGood = countsAsSuccess(
    graph.nodes.find(({ key }) => key === from),
    was,
  );
  if (was === "skipped" || (on !== "always" && isGood !== (on === "success"))) return { code: "edge", from, on, was };
  if (condition === "") return "holds";
  const held = hold(edge);
  if (typeof held === "object") return { code: "expression", field: `edges.${from}.condition`, message: held.problem };
  return held ? "holds" : { code: "condition", from, condition };
}

function countsAsSuccess(node: WorkflowNode | undefined, was: NodeStatus): boolean {
  return was === "success" || (node?.kind === "template" && node.continue_on_failure);
}

function resultOf(graph: WorkflowGraph, states: States, stopping: Stopping): Decision["result"] {
  if (!graph.nodes.every((node) => ended(node, states))) return null;
  if (stopping) return "stopped";
  return failedNodes(graph, states).length > 0 ? "error" : "success";
}

/** The nodes for which a run fails. */
export const failedNodes = ({ nodes }: WorkflowGraph, states: States): WorkflowNode[] =>
  nodes.filter((node) => {
    const was = states.get(node.key);
    return (was === "failed" || was === "stopped") && !countsAsSuccess(node, was);
  });
