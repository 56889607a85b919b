import { describe, expect, it } from "vitest";
import { newNode, placeFor } from "@/components/workflow/editor/model/new-node";
import { sizeOf } from "@/components/workflow/graph/layout";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { dice } from "@/tests/backup/random-file";

type Placed = { key: string; kind?: "wait" | "approval"; position: { x: number; y: number } | null };

const graphOf = (...nodes: Placed[]): WorkflowGraph =>
  WorkflowGraph.parse({ nodes: nodes.map((node) => ({ kind: "wait", seconds: 1, ...node })), edges: [] });

const overlaps = (graph: WorkflowGraph, place: { x: number; y: number }): boolean => {
  const { width, height } = sizeOf({ kind: "wait" });
  return graph.nodes.some((node) => {
    const size = sizeOf(node);
    const { x, y } = node.position ?? { x: 0, y: 0 };
    return place.x < x + size.width && x < place.x + width && place.y < y + size.height && y < place.y + height;
  });
};

describe("a new node", () => {
  it("of a template has its name, and a key made of it", () => {
    const node = newNode(graphOf(), { kind: "template", id: 4, name: "Deploy (prod)" }, "Deploy (prod)", null);
    expect(node).toMatchObject({ kind: "template", template_id: 4, name: "Deploy (prod)", key: "deploy_prod" });
  });

  it("of another kind has a key that doesn't depend on the language", () => {
    expect(newNode(graphOf(), { kind: "wait" }, "Warten", null)).toMatchObject({ key: "wait", seconds: 3600 });
    expect(newNode(graphOf(), { kind: "approval" }, "承認", null)).toMatchObject({ key: "approval", text: "" });
  });
});

describe("its place", () => {
  it("is left to the layout while another node has none", () => {
    expect(placeFor(graphOf({ key: "a", position: null }), "a")).toBeNull();
  });

  it("is to the right of the node before it", () => {
    const place = placeFor(graphOf({ key: "a", position: { x: 100, y: 40 } }), "a");
    expect(place).toEqual({ x: 100 + sizeOf({ kind: "wait" }).width + 72, y: 40 });
  });

  it("is below everything without one", () => {
    const graph = graphOf(
      { key: "a", position: { x: 50, y: 0 } },
      { key: "b", kind: "approval", position: { x: -20, y: 100 } },
    );
    expect(placeFor(graph, undefined)).toEqual({ x: -20, y: 100 + sizeOf({ kind: "approval" }).height + 28 });
  });

  it.each(Array.from({ length: 20 }, (_, seed) => seed))("is never on another node, as in random graph %i", (seed) => {
    const roll = dice(seed);
    const somewhere = () => ({ x: Math.floor(roll() * 800), y: Math.floor(roll() * 300) });
    const graph = graphOf(
      ...Array.from(
        { length: 15 },
        (_, index): Placed => ({
          key: `n${index}`,
          kind: roll() < 0.3 ? "approval" : "wait",
          position: somewhere(),
        }),
      ),
    );
    for (const after of ["n0", "n7", undefined]) {
      const place = placeFor(graph, after);
      expect(place && overlaps(graph, place)).toBe(false);
    }
  });
});
