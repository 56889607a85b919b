import { Graph, layout } from "@dagrejs/dagre";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

export type Place = { x: number; y: number };
type Size = { width: number; height: number };

const WIDTH = 224;
const HEIGHT = 64;
/** Room for the text and for deciding. */
const APPROVAL_HEIGHT = 168;
const BETWEEN_RANKS = 56;
const BETWEEN_NODES = 28;

/** Size of a node's card; the same in every state, so that nothing moves while a workflow runs. */
export const sizeOf = ({ kind }: Pick<WorkflowNode, "kind">): Size => ({
  width: WIDTH,
  height: kind === "approval" ? APPROVAL_HEIGHT : HEIGHT,
});

/** Where its nodes were drawn; laid out again if one of them never was. */
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
