import type { NodeReason, NodeStatus } from "@/lib/protocol/workflow";
import { isFinalNode, nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** From where a run is resumed, and the nodes that a person marks as done or skips. */
type Resumption = { from: "failed" | "start" | readonly string[]; done: readonly string[]; skip: readonly string[] };

/** What a resumed run takes over: nodes that succeeded, and of nodes with a matrix the items that did. */
export type Kept = { nodes: ReadonlySet<string>; items: ReadonlySet<string> };

/** How a node of the earlier run ended. */
type End = { status: NodeStatus; reason: NodeReason | null };
type Ends = ReadonlyMap<string, End>;

/**
 * Only what does not follow anything that runs again is kept. `asking`: nodes whose runs have approvals in them; the
 * browser does not know them.
 */
export function keptOf(
  graph: WorkflowGraph,
  ends: Ends,
  { from, done, skip }: Resumption,
  asking: ReadonlySet<string> = new Set(),
): Kept {
  if (from === "start") return { nodes: new Set(), items: new Set() };
  const named = new Set([...done, ...skip]);
  const chosen = new Set(typeof from === "string" ? [] : from);
  const before = nodesBefore(graph);
  const again = new Set(chosen);
  for (const [key, { status }] of ends)
    if ((status === "failed" || status === "stopped") && !named.has(key)) again.add(key);
  const asks = ({ key, kind }: WorkflowNode) => kind === "approval" || asking.has(key);
  const asked = from === "failed" ? [] : askedAgain(graph, { ends, again, named, asks, before });
  const whole = new Set([...chosen, ...asked]);
  for (const key of asked) again.add(key);
  const follows = (key: string) =>
    [...(before.get(key) ?? [])].some((earlier) => again.has(earlier) || named.has(earlier));
  const free = graph.nodes.filter(({ key }) => !named.has(key) && !whole.has(key) && !follows(key));
  const nodes = free.filter(({ key }) => ends.get(key)?.status === "success");
  const items = free.filter((node) => node.kind === "template" && node.matrix !== null);
  return { nodes: new Set(nodes.map(({ key }) => key)), items: new Set(items.map(({ key }) => key)) };
}

/** Whether a run that was kept like this has something left to run. */
export const hasRest = (ends: Ends, kept: Kept): boolean =>
  [...ends].some(([key, end]) => !kept.nodes.has(key) && (end.status !== "skipped" || isLeftOpen(end)));

type Asking = {
  ends: Ends;
  again: ReadonlySet<string>;
  named: ReadonlySet<string>;
  asks: (node: WorkflowNode) => boolean;
  before: ReturnType<typeof nodesBefore>;
};

/**
 * A decision holds for the run that failed behind it, not for what somebody runs again later: the approvals that lead to
 * something that runs, in turn with what runs again because of them. Clean-up waits for no decision.
 */
function askedAgain({ nodes }: WorkflowGraph, { ends, again, named, asks, before }: Asking): Set<string> {
  const asked = new Set<string>();
  const open = nodes.filter(({ key }) => !named.has(key));
  const isBehind = (key: string, some: ReadonlySet<string>) =>
    [...(before.get(key) ?? [])].some((one) => some.has(one));
  const runs = ({ key }: WorkflowNode) =>
    again.has(key) || isLeftOpen(ends.get(key)) || [again, asked, named].some((some) => isBehind(key, some));
  for (let size = -1; size !== asked.size; ) {
    size = asked.size;
    const running = new Set(open.filter((node) => !isFinalNode(node) && runs(node)).map(({ key }) => key));
    const leadOn = new Set([...running].flatMap((key) => [...(before.get(key) ?? [])]));
    for (const node of open.filter(asks)) if (running.has(node.key) || leadOn.has(node.key)) asked.add(node.key);
  }
  return asked;
}

/** Skipped, but not for how others ended: it may run this time. */
const isLeftOpen = (end: End | undefined): boolean =>
  end?.status === "skipped" && end.reason?.code !== "edge" && end.reason?.code !== "condition";

/** The secret survey answers of a run that its nodes pass on, except the settled ones. */
export function secretsInUse({ nodes }: WorkflowGraph, settled: ReadonlySet<string>): Set<string> {
  const open = nodes.flatMap((node) => (node.kind === "template" && !settled.has(node.key) ? node : []));
  const paths = open.flatMap(({ answers }) =>
    Object.values(answers).map((value) => ("secret" in value ? value.secret : "")),
  );
  return new Set(paths.filter((path) => path.startsWith(INPUTS)).map((path) => path.slice(INPUTS.length)));
}

const INPUTS = "inputs.";
