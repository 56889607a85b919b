import { describe, expect, it } from "vitest";
import { type EditorAction, editorState, NOTHING, startState } from "@/components/workflow/editor/model/editor-state";
import { newNode } from "@/components/workflow/editor/model/new-node";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { randomGraph } from "@/tests/workflow/random-graph";

const EMPTY: WorkflowGraph = { nodes: [], edges: [] };
const SHOP = WorkflowGraph.parse({
  nodes: [
    { kind: "template", key: "build", template_id: 1, position: { x: 0, y: 0 } },
    { kind: "approval", key: "ask", text: `\${{ nodes.build.version }} of nodes.builder` },
    { kind: "template", key: "deploy", template_id: 2, answers: { v: { expression: "nodes.build.version" } } },
  ],
  edges: [
    { from: "build", to: "ask" },
    { from: "ask", to: "deploy", condition: "nodes.build.status == 'success'" },
  ],
});

const play = (graph: WorkflowGraph, ...actions: EditorAction[]) => actions.reduce(editorState, startState(graph));
const change = (name: string): EditorAction => {
  const [build] = SHOP.nodes;
  if (!build) throw new Error("no node");
  return { type: "change", node: { ...build, name }, field: "name" };
};

describe("the editor's state", () => {
  it("adds a node, selects it and connects it to the one before", () => {
    const node = newNode(SHOP, { kind: "wait" }, "Wait", null);
    const { graph, selection } = play(SHOP, { type: "add", node, after: "deploy" });
    expect(graph.nodes.at(-1)).toMatchObject({ key: "wait", kind: "wait" });
    expect(graph.edges.at(-1)).toEqual({ from: "deploy", to: "wait", on: "success", condition: "" });
    expect(selection).toEqual({ nodes: ["wait"], edges: [] });
  });

  it.each([
    ["Build", "build_2"],
    ["Größe prüfen!", "gro_e_pru_fen"],
    ["1. Ping", "ping"],
    ["配備", "step"],
    ["x".repeat(80), "x".repeat(40)],
  ])("makes a free key of %s", (name, key) => {
    expect(newNode(SHOP, { kind: "template", id: 1, name }, name, null).key).toBe(key);
  });

  it("removes a node with its edges", () => {
    const { graph, selection } = play(SHOP, { type: "remove", selection: { nodes: ["ask"], edges: [] } });
    expect(graph.nodes.map(({ key }) => key)).toEqual(["build", "deploy"]);
    expect(graph.edges).toEqual([]);
    expect(selection).toEqual(NOTHING);
  });

  it("renames a key wherever it is used, and nothing that only begins like it", () => {
    const { graph } = play(SHOP, { type: "rename", key: "build", to: "make" });
    expect(JSON.stringify(graph)).not.toMatch(/"build"|nodes\.build\b/);
    expect(graph.nodes[1]).toMatchObject({ text: `\${{ nodes.make.version }} of nodes.builder` });
    expect(graph.nodes[2]).toMatchObject({ answers: { v: { expression: "nodes.make.version" } } });
    expect(graph.edges[1]?.condition).toBe("nodes.make.status == 'success'");
  });

  it("refuses a key that another node has", () => {
    const before = startState(SHOP);
    expect(editorState(before, { type: "rename", key: "build", to: "ask" })).toBe(before);
  });

  it.each([
    ["itself", "build", "build"],
    ["the same node again", "build", "ask"],
    ["one that leads to it", "deploy", "build"],
  ])("does not connect a node to %s", (_, from, to) => {
    const before = startState(SHOP);
    expect(editorState(before, { type: "connect", from, to, on: "success" })).toBe(before);
  });

  it("takes the edges from a node that becomes clean-up", () => {
    const [build] = SHOP.nodes;
    if (build?.kind !== "template") throw new Error("no template");
    const { graph, selection } = play(
      SHOP,
      { type: "select", selection: { nodes: ["build"], edges: [1] } },
      { type: "change", node: { ...build, final: true }, field: "final" },
    );
    expect(selection).toEqual({ nodes: ["build"], edges: [] });
    expect(graph.edges.map(({ from }) => from)).toEqual(["ask"]);
  });

  it("keeps what else is selected", () => {
    const { selection } = play(
      SHOP,
      { type: "select", selection: { nodes: ["build", "ask"], edges: [1] } },
      {
        type: "pick",
        nodes: new Map([
          ["ask", false],
          ["deploy", true],
        ]),
      },
    );
    expect(selection).toEqual({ nodes: ["build", "deploy"], edges: [1] });
  });

  it("connects the same nodes for another end", () => {
    const { graph, selection } = play(SHOP, { type: "connect", from: "build", to: "ask", on: "failure" });
    expect(graph.edges).toHaveLength(3);
    expect(selection.edges).toEqual([2]);
  });

  it("starts a node by any of its connections if they can never all hold", () => {
    const joinOf = (graph: WorkflowGraph, key: string) => graph.nodes.find((node) => node.key === key)?.join;
    const rollBack = play(SHOP, { type: "connect", from: "build", to: "deploy", on: "failure" });
    expect(joinOf(rollBack.graph, "deploy")).toBe("any");
    const after = play(SHOP, { type: "connect", from: "build", to: "deploy", on: "success" });
    expect(joinOf(after.graph, "deploy")).toBe("all");
  });

  it("undoes typing in one field as one step", () => {
    const state = play(SHOP, change("B"), change("Bu"), change("Build"));
    expect(state.undo).toHaveLength(1);
    expect(editorState(state, { type: "undo" }).graph).toEqual(SHOP);
  });

  it("begins a new step after a selection", () => {
    const state = play(SHOP, change("B"), { type: "select", selection: NOTHING }, change("Build"));
    expect(state.undo).toHaveLength(2);
  });

  it("forgets what was undone once something else changes", () => {
    const state = play(
      SHOP,
      change("A"),
      { type: "undo" },
      { type: "remove", selection: { nodes: ["ask"], edges: [] } },
    );
    expect(state.redo).toEqual([]);
  });

  it("pastes copies under keys of their own, with the edges between them", () => {
    const part = { nodes: SHOP.nodes.slice(0, 2), edges: SHOP.edges.slice(0, 1) };
    const { graph, selection } = play(SHOP, { type: "paste", part }, { type: "paste", part });
    expect(graph.nodes.map(({ key }) => key)).toEqual([
      "build",
      "ask",
      "deploy",
      "build_2",
      "ask_2",
      "build_3",
      "ask_3",
    ]);
    expect(graph.edges.at(-1)).toMatchObject({ from: "build_3", to: "ask_3" });
    expect(graph.nodes.at(-1)).toMatchObject({ text: `\${{ nodes.build_3.version }} of nodes.builder` });
    expect(selection.nodes).toEqual(["build_3", "ask_3"]);
  });

  it.each(Array.from({ length: 30 }, (_, seed) => seed))("undoes and redoes all of the random edits %i", (seed) => {
    const [one, two] = [randomGraph(seed, [1, 2], 8), randomGraph(seed + 1000, [1, 2], 8)];
    const keys = one.nodes.map(({ key }) => key);
    const actions: EditorAction[] = [
      { type: "paste", part: one },
      { type: "move", places: new Map(keys.map((key, index) => [key, { x: index * 10.4, y: 3 }])) },
      { type: "rename", key: keys[0] ?? "", to: "renamed" },
      { type: "connect", from: "renamed", to: keys.at(-1) ?? "", on: "always" },
      { type: "paste", part: two },
      { type: "remove", selection: { nodes: keys.slice(1, 3), edges: [0] } },
      { type: "replace", graph: two, step: "text" },
    ];
    const end = play(EMPTY, ...actions);
    WorkflowGraph.parse(end.graph);
    const undone = end.undo.reduce((state) => editorState(state, { type: "undo" }), end);
    expect(undone.graph).toEqual(EMPTY);
    expect(undone.redo.reduce((state) => editorState(state, { type: "redo" }), undone).graph).toEqual(end.graph);
  });
});
