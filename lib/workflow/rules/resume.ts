import type { NodeStatus } from "@/lib/protocol/workflow";
import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** From where a run is resumed, and the nodes that a person marks as done or skips. */
type Resumption = { from: "failed" | "start" | readonly string[]; done: readonly string[]; skip: readonly string[] };

/** What a resumed run takes over: nodes that succeeded, and of nodes with a matrix the items that did. */
export type Kept = { nodes: ReadonlySet<string>; items: ReadonlySet<string> };

/**
 * Only what does not follow anything that runs again is kept. `asking`: nodes whose runs have approvals in them; the
 * browser does not know them.
 */
export function keptOf(
  graph: WorkflowGraph,
  states: ReadonlyMap<string, NodeStatus>,
  { from, done, skip }: Resumption,
  asking: ReadonlySet<string> = new Set(),
): Kept {
  if (from === "start") return { nodes: new Set(), items: new Set() };
  const named = new Set([...done, ...skip]);
  const chosen = new Set(typeof from === "string" ? [] : from);
  const again = new Set(chosen);
  for (const [key, status] of states)
    if ((status === "failed" || status === "stopped") && !named.has(key)) again.add(key);
  const before = nodesBefore(graph);
  const follows = (key: string) =>
    [...(before.get(key) ?? [])].some((earlier) => again.has(earlier) || named.has(earlier));
  const free = graph.nodes.filter(({ key }) => !named.has(key) && !chosen.has(key) && !follows(key));
  // A decision holds for the run that failed behind it, not for whatever somebody runs again later.
  const nodes = free.filter(
    ({ key, kind }) =>
      states.get(key) === "success" && (from === "failed" || (kind !== "approval" && !asking.has(key))),
  );
  const items = free.filter((node) => node.kind === "template" && node.matrix !== null);
  return { nodes: new Set(nodes.map(({ key }) => key)), items: new Set(items.map(({ key }) => key)) };
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
