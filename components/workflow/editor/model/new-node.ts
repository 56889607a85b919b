import { freeKey, type Position } from "@/components/workflow/editor/model/graph-edits";
import { sizeOf } from "@/components/workflow/graph/layout";
import { WorkflowGraph, type WorkflowNode } from "@/lib/workflow/schema";

/** What can be added: a template, or a node that runs none. */
export type NodeKind = { kind: "template"; id: number; name: string } | { kind: "approval" | "wait" };

const HOUR = 3_600;

/** A node with the standard values; `name` is that of its kind. */
export function newNode(graph: WorkflowGraph, of: NodeKind, name: string, position: Position | null): WorkflowNode {
  const own = of.kind === "template" ? { template_id: of.id } : of.kind === "wait" ? { seconds: HOUR } : {};
  const [node] = WorkflowGraph.parse({
    nodes: [{ kind: of.kind, key: freeKey(graph, of.kind === "template" ? name : of.kind), name, position, ...own }],
    edges: [],
  }).nodes;
  if (!node) throw new Error("a graph of one node has one");
  return node;
}

const BETWEEN = { x: 72, y: 28 };

/** A free place: to the right of the node before it, or below everything. Null if no node has a place of its own. */
export function placeFor(graph: WorkflowGraph, after: string | undefined): Position | null {
  if (graph.nodes.some(({ position }) => position === null)) return null;
  const boxes = graph.nodes.flatMap((node) => (node.position ? [{ ...node.position, ...sizeOf(node) }] : []));
  const before = graph.nodes.find(({ key }) => key === after);
  if (!before?.position) {
    return {
      x: Math.min(...boxes.map(({ x }) => x), 0),
      y: Math.max(...boxes.map((box) => box.y + box.height + BETWEEN.y), 0),
    };
  }
  const { width, height } = sizeOf(before);
  const place = { x: before.position.x + width + BETWEEN.x, y: before.position.y };
  const isTaken = (box: Position & { height: number; width: number }) =>
    box.x < place.x + width && place.x < box.x + box.width && box.y < place.y + height && place.y < box.y + box.height;
  while (boxes.some(isTaken)) place.y += BETWEEN.y;
  return place;
}
