import type { WorkflowEdge, WorkflowGraph } from "@/lib/workflow/schema";

type Shape = { nodes: readonly { key: string }[]; edges: readonly Pick<WorkflowEdge, "from" | "to">[] };

/** Each as often as nodes run it. */
export const templateIds = ({ nodes }: Pick<WorkflowGraph, "nodes">): number[] =>
  nodes.flatMap((node) => (node.kind === "template" ? node.template_id : []));

/** Keys of the nodes in an order in which every edge leads forward; without those that lie on a cycle or behind one. */
export function topologicalOrder({ nodes, edges }: Shape): string[] {
  const open = new Map(nodes.map(({ key }) => [key, 0]));
  const known = edges.filter(({ from, to }) => open.has(from) && open.has(to));
  for (const { to } of known) open.set(to, (open.get(to) ?? 0) + 1);
  const order = nodes.map(({ key }) => key).filter((key) => open.get(key) === 0);
  for (const key of order) {
    for (const { to } of known.filter(({ from }) => from === key)) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
}

/** For each node the keys of all nodes from which edges lead to it; a final node comes after all that are not. */
export function nodesBefore(graph: WorkflowGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, Set<string>>(graph.nodes.map(({ key }) => [key, new Set()]));
  for (const key of topologicalOrder(graph)) {
    for (const { to } of graph.edges.filter(({ from }) => from === key)) {
      const target = before.get(to);
      target?.add(key);
      for (const earlier of before.get(key) ?? []) target?.add(earlier);
    }
  }
  const others = graph.nodes.filter((node) => !isFinalNode(node)).map(({ key }) => key);
  for (const node of graph.nodes) if (isFinalNode(node)) before.set(node.key, new Set(others));
  return before;
}

/** Clean-up, which runs once everything else has ended. */
export const isFinalNode = (node: WorkflowGraph["nodes"][number]): boolean => node.kind === "template" && node.final;

/** Where expressions stand, as one text. */
export const expressionsOf = ({ nodes, edges }: WorkflowGraph): string =>
  JSON.stringify([nodes.map(({ key: _, name: __, ...node }) => node), edges.map(({ condition }) => condition)]);

/** Whether an expression may name the outputs of a node. */
export function mayReadOutputs(graph: WorkflowGraph, key: string): boolean {
  const text = expressionsOf(graph);
  return text.includes(key) && text.includes("outputs");
}
