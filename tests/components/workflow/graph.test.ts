import { expect, test } from "vitest";
import { layoutGraph, placesOf, sizeOf } from "@/components/workflow/graph/layout";
import { nodesInOrder } from "@/components/workflow/graph/order";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { GRAPH } from "./run";

const overlaps = (graph: WorkflowGraph): string[] => {
  const places = layoutGraph(graph);
  const boxes = graph.nodes.map((node) => ({
    key: node.key,
    ...sizeOf(node),
    ...(places.get(node.key) ?? { x: 0, y: 0 }),
  }));
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b) => `${a.key} ${b.key}`),
  );
};

test("edges lead to the right, no card covers another, and final nodes come last", () => {
  const places = layoutGraph(GRAPH);
  const right = (key: string) => places.get(key)?.x ?? Number.NaN;
  for (const { from, to } of GRAPH.edges) expect(right(to), `${from} to ${to}`).toBeGreaterThan(right(from));
  expect(overlaps(GRAPH)).toEqual([]);
  expect(Math.max(...[...places.values()].map(({ x }) => x))).toBe(right("clean"));
});

test("200 nodes with 400 edges are laid out without overlaps", () => {
  const keys = Array.from({ length: 200 }, (_, index) => `n${index}`);
  const graph = WorkflowGraph.parse({
    nodes: keys.map((key, index) => ({
      kind: index % 9 === 0 ? "approval" : "template",
      key,
      name: key,
      template_id: 1,
    })),
    edges: keys.flatMap((from, index) =>
      [index * 2 + 1, index * 2 + 2].flatMap((to) => (keys[to] ? [{ from, to: keys[to] }] : [])),
    ),
  });
  expect(overlaps(graph)).toEqual([]);
});

test("nodes stay where they were drawn, unless one was not", () => {
  const drawn = GRAPH.nodes.map((node, index) => ({ ...node, position: { x: index, y: 0 } }));
  expect(placesOf({ ...GRAPH, nodes: drawn }).get("ask")).toEqual({ x: 1, y: 0 });
  const [first, ...others] = drawn;
  expect(first).toBeDefined();
  const missing = { ...GRAPH, nodes: [...others, { ...drawn[0], key: "build", position: null }] };
  expect(placesOf(WorkflowGraph.parse(missing)).get("ask")).not.toEqual({ x: 1, y: 0 });
});

test("a graph that is still being drawn may have a cycle and edges to nowhere", () => {
  const edges = [...GRAPH.edges, { from: "soak", to: "build" }, { from: "soak", to: "gone" }];
  const odd = WorkflowGraph.parse({ ...GRAPH, edges });
  expect(layoutGraph(odd).size).toBe(GRAPH.nodes.length);
  expect(nodesInOrder(odd)).toHaveLength(GRAPH.nodes.length);
});

test("lists show nodes in the order of the edges, and final ones at the end", () => {
  const mixed = { ...GRAPH, nodes: GRAPH.nodes.toReversed() };
  expect(nodesInOrder(mixed).map(({ key }) => key)).toEqual(["build", "ask", "deploy", "soak", "undo", "clean"]);
});
