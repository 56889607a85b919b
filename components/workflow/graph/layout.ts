import { Graph, layout } from "@dagrejs/dagre";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

export type Place = { x: number; y: number };
type Size = { width: number; height: number };

const WIDTH = 224;
const HEIGHT = 64;
/** Room for the text and for deciding. */
const APPROVAL_HEIGHT = 148;
const BETWEEN_RANKS = 72;
const BETWEEN_NODES = 28;

/** Of a node's card; the same in every state, so that nothing moves while a workflow runs. */
export const sizeOf = ({ kind }: Pick<WorkflowNode, "kind">): Size => ({
  width: WIDTH,
  height: kind === "approval" ? APPROVAL_HEIGHT : HEIGHT,
});

export const isFinalNode = (node: WorkflowNode): boolean => node.kind === "template" && node.final;

/** Where its nodes were drawn; laid out anew if one of them never was. */
export function placesOf(graph: WorkflowGraph): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { key, position } of graph.nodes) if (position) places.set(key, position);
  return places.size === graph.nodes.length ? places : layoutGraph(graph);
}

/** From left to right; final nodes, which have no edges, in a column after all others. */
export function layoutGraph({ nodes, edges }: WorkflowGraph): Map<string, Place> {
  const places = new Map<string, Place>();
  const drawn = new Graph<object, Size & Partial<Place>>();
  drawn.setGraph({ rankdir: "LR", ranksep: BETWEEN_RANKS, nodesep: BETWEEN_NODES, edgesep: 12 });
  const before = nodes.filter((node) => !isFinalNode(node));
  for (const node of before) drawn.setNode(node.key, sizeOf(node));
  for (const { from, to } of edges) if (drawn.hasNode(from) && drawn.hasNode(to)) drawn.setEdge(from, to, {});
  layout(drawn);
  for (const { key } of before) {
    const { x = 0, y = 0, width, height } = drawn.node(key);
    places.set(key, { x: x - width / 2, y: y - height / 2 });
  }
  placeColumn(nodes.filter(isFinalNode), before, places);
  return places;
}

/** Stacks nodes to the right of the others, in the middle of their height. */
function placeColumn(nodes: WorkflowNode[], others: WorkflowNode[], places: Map<string, Place>): void {
  const boxes = others.map((node) => ({ ...sizeOf(node), ...(places.get(node.key) ?? { x: 0, y: 0 }) }));
  const right = Math.max(0, ...boxes.map(({ x, width }) => x + width + BETWEEN_RANKS));
  const bottom = Math.max(0, ...boxes.map(({ y, height }) => y + height));
  const height = nodes.length * (HEIGHT + BETWEEN_NODES) - BETWEEN_NODES;
  nodes.forEach(({ key }, index) => {
    places.set(key, { x: right, y: (bottom - height) / 2 + index * (HEIGHT + BETWEEN_NODES) });
  });
}

/** Keys of the nodes, those that come first in front: the order of lists. */
export function orderOf({ nodes, edges }: WorkflowGraph): string[] {
  const left = new Map(nodes.map(({ key }) => [key, 0]));
  for (const { to } of edges) left.set(to, (left.get(to) ?? 0) + 1);
  const order: string[] = [];
  const ready = nodes.filter((node) => left.get(node.key) === 0 && !isFinalNode(node)).map(({ key }) => key);
  for (let key = ready.shift(); key !== undefined; key = ready.shift()) {
    order.push(key);
    for (const { from, to } of edges) {
      if (from !== key) continue;
      const rest = (left.get(to) ?? 0) - 1;
      left.set(to, rest);
      if (rest === 0) ready.push(to);
    }
  }
  // Final nodes, and those of a cycle in a graph that is still being drawn.
  const known = new Set(order);
  return [...order, ...nodes.map(({ key }) => key).filter((key) => !known.has(key))];
}
