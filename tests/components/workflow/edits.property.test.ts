import { describe, expect, it } from "vitest";
import {
  type EditorAction,
  type EditorState,
  editorState,
  startState,
} from "@/components/workflow/editor/model/editor-state";
import { newNode } from "@/components/workflow/editor/model/new-node";
import { isFinalNode, topologicalOrder } from "@/lib/workflow/rules/structure";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { dice } from "@/tests/backup/random-file";

const STEPS = 120;
const ENDS = ["success", "failure", "always"] as const;
const WORDS = ["Build", "Deploy", "Build", "nodes", "Ping it", "Über"];

/** An action as a person could make it next. */
function nextAction({ graph, selection }: EditorState, roll: () => number): EditorAction {
  const below = (limit: number) => Math.floor(roll() * limit);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)];
  const keys = graph.nodes.map(({ key }) => key);
  const key = () => pick(keys) ?? "none";
  const word = pick(WORDS) ?? "";
  const makers: (() => EditorAction)[] = [
    () => ({
      type: "add",
      node: newNode(graph, { kind: "template", id: 1, name: word }, word, null),
      after: addable(graph),
    }),
    () => ({ type: "add", node: newNode(graph, { kind: "approval" }, "Approval", { x: below(9), y: below(9) }) }),
    () => ({ type: "connect", from: key(), to: key(), on: pick(ENDS) ?? "success" }),
    () => ({ type: "connect", from: key(), to: key(), on: pick(ENDS) ?? "success" }),
    () => ({ type: "rename", key: key(), to: roll() < 0.3 ? key() : `renamed_${below(50)}` }),
    () => ({ type: "move", places: new Map([[key(), { x: roll() * 100, y: roll() * 100 }]]) }),
    () => ({ type: "pick", nodes: new Map(keys.slice(0, 1).map((first) => [first, roll() < 0.7])) }),
    () => ({ type: "pick", edges: new Map(graph.edges.slice(0, 2).map((_, index) => [index, roll() < 0.7])) }),
    () => ({ type: "paste", part: { nodes: graph.nodes.slice(0, below(4)), edges: [] } }),
    () => ({ type: "remove", selection: roll() < 0.5 ? selection : { nodes: [], edges: [below(5)] } }),
    () => finalOf(graph, key()),
    () => ({ type: roll() < 0.6 ? "undo" : "redo" }),
  ];
  return (pick(makers) ?? (() => ({ type: "undo" as const })))();
}

/** As the editor does: behind a node that may have edges. */
const addable = ({ nodes }: WorkflowGraph): string | undefined => nodes.find((node) => !isFinalNode(node))?.key;

function finalOf({ nodes }: WorkflowGraph, key: string): EditorAction {
  const node = nodes.find((one) => one.key === key);
  return node?.kind === "template"
    ? { type: "change", node: { ...node, final: !node.final }, field: "final" }
    : { type: "undo" };
}

function expectWhole({ graph, selection }: EditorState): void {
  const keys = graph.nodes.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(WorkflowGraph.parse(graph)).toEqual(graph);
  for (const { from, to } of graph.edges) expect(keys).toEqual(expect.arrayContaining([from, to]));
  expect(new Set(graph.edges.map(({ from, to, on }) => `${from} ${to} ${on}`)).size).toBe(graph.edges.length);
  expect(topologicalOrder(graph)).toHaveLength(keys.length);
  const final = graph.nodes.filter(isFinalNode).map(({ key }) => key);
  expect(graph.edges.filter(({ from, to }) => final.includes(from) || final.includes(to))).toEqual([]);
  expect(selection.nodes.filter((key) => !keys.includes(key))).toEqual([]);
  expect(selection.edges.filter((index) => index >= graph.edges.length)).toEqual([]);
}

describe("whatever is done in the editor", () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    "keys stay unique, edges end at nodes, and nothing goes in circles: random session %i",
    (seed) => {
      const roll = dice(seed);
      let state = startState({ nodes: [], edges: [] });
      for (let step = 0; step < STEPS; step++) {
        state = editorState(state, nextAction(state, roll));
        expectWhole(state);
      }
    },
  );
});
