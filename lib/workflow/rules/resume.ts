import type { NodeStatus } from "@/lib/protocol/workflow";
import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** From where a run is resumed, and the nodes that a person marks as done or skips. */
type Resumption = { from: "failed" | "start" | readonly string[]; done: readonly string[]; skip: readonly string[] };

/** The nodes that keep their success: those that do not follow anything that runs again. */
export function keptNodes(
  graph: WorkflowGraph,
  states: ReadonlyMap<string, NodeStatus>,
  { from, done, skip }: Resumption,
): Set<string> {
  if (from === "start") return new Set();
  const named = new Set([...done, ...skip]);
  const again = new Set(typeof from === "string" ? [] : from);
  for (const [key, status] of states)
    if ((status === "failed" || status === "stopped") && !named.has(key)) again.add(key);
  const before = nodesBefore(graph);
  const follows = (key: string) =>
    [...(before.get(key) ?? [])].some((earlier) => again.has(earlier) || named.has(earlier));
  // A decision holds for the run that failed behind it, not for whatever somebody runs again later.
  const kept = graph.nodes.filter(
    ({ key, kind }) =>
      states.get(key) === "success" &&
      (from === "failed" || kind !== "approval") &&
      !named.has(key) &&
      !again.has(key) &&
      !follows(key),
  );
  return new Set(kept.map(({ key }) => key));
}

/** The secret survey answers of a run that its nodes pass on, except the settled ones. */
export function secretsInUse({ nodes }: WorkflowGraph, settled: ReadonlySet<string>): Set<string> {
  const open = nodes.flatMap((node) => (node.kind === "template" && !settled.has(node.key) ? node : []));
  const paths = open.flatMap(({ answers }) =>
    Object.values(answers).map((value) => ("secret" in value ? value.secret : "")),
  );
  return new Set(paths.filter((path) => path.startsWith(INPUTS)).map((path) => path.slice(INPUTS.length)));
}

const INPUTS = "inputs.";
