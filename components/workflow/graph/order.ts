import { isFinalNode, topologicalOrder } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** The nodes as lists show them: those that come first in front, then those of a cycle while it is drawn, final ones last. */
export function nodesInOrder(graph: WorkflowGraph): WorkflowNode[] {
  const order = topologicalOrder(graph);
  const ranks = new Map(order.map((key, index) => [key, index]));
  const rankOf = (node: WorkflowNode) => (isFinalNode(node) ? order.length + 1 : (ranks.get(node.key) ?? order.length));
  return graph.nodes.toSorted((a, b) => rankOf(a) - rankOf(b));
}

export const orderOf = (graph: WorkflowGraph): string[] => nodesInOrder(graph).map(({ key }) => key);

/** The node's name, or its key. */
export const nameOf = (graph: WorkflowGraph, key: string): string =>
  graph.nodes.find((node) => node.key === key)?.name || key;
