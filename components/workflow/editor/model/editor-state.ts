import {
  addPart,
  type EdgeEnd,
  findNode,
  joinedByAny,
  mayConnect,
  moveNodes,
  type Position,
  removeFrom,
  renameKey,
  replaceNode,
} from "@/components/workflow/editor/model/graph-edits";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** Keys of nodes, and indexes of edges. */
export type Selection = { nodes: readonly string[]; edges: readonly number[] };

export type EditorState = {
  graph: WorkflowGraph;
  selection: Selection;
  /** Graphs before and after this one, the nearest last. */
  undo: readonly WorkflowGraph[];
  redo: readonly WorkflowGraph[];
  /** Names the last edit; a following edit with the same name is undone together with it. */
  step: string | null;
};

export type EditorAction =
  | { type: "add"; node: WorkflowNode /** Also connects it to this node. */; after?: string }
  | { type: "change"; node: WorkflowNode /** Edits of one field in a row are undone together. */; field: string }
  | { type: "rename"; key: string; to: string }
  | { type: "connect"; from: string; to: string; on: EdgeEnd }
  | { type: "changeEdge"; index: number; edge: WorkflowEdge; field: string }
  | { type: "remove"; selection: Selection }
  | { type: "move"; places: ReadonlyMap<string, Position> }
  | { type: "paste"; part: WorkflowGraph }
  | { type: "replace"; graph: WorkflowGraph; step: string }
  | { type: "select"; selection: Selection }
  /** What was selected or is no longer; the rest stays. */
  | { type: "pick"; nodes?: ReadonlyMap<string, boolean>; edges?: ReadonlyMap<number, boolean> }
  | { type: "undo" | "redo" };

export const NOTHING: Selection = { nodes: [], edges: [] };
const MAX_STEPS = 100;

export const startState = (graph: WorkflowGraph): EditorState => ({
  graph,
  selection: NOTHING,
  undo: [],
  redo: [],
  step: null,
});

/** The editor after an action; the same object if nothing changes. */
export function editorState(state: EditorState, action: EditorAction): EditorState {
  const { graph } = state;
  switch (action.type) {
    case "add":
      return added(state, action);
    case "change":
      return edited(state, replaceNode(graph, action.node), { step: `${action.node.key} ${action.field}` });
    case "rename":
      return renamed(state, action);
    case "connect":
      return connected(state, action);
    case "changeEdge":
      return edited(
        state,
        { ...graph, edges: graph.edges.with(action.index, action.edge) },
        { step: `${action.index} ${action.field}` },
      );
    case "remove":
      return removed(state, action.selection);
    case "move":
      return edited(state, moveNodes(graph, action.places), { step: `move ${[...action.places.keys()].join(" ")}` });
    case "paste": {
      const { graph: next, keys } = addPart(graph, action.part);
      return edited(state, next, { selection: { nodes: keys, edges: [] } });
    }
    case "replace":
      return edited(state, action.graph, { step: action.step, selection: NOTHING });
    case "select":
      return { ...state, selection: action.selection, step: null };
    case "pick":
      return picked(state, action);
    case "undo":
      return travelled(state, "undo", "redo");
    case "redo":
      return travelled(state, "redo", "undo");
  }
}

type Of<Type extends EditorAction["type"]> = Extract<EditorAction, { type: Type }>;

function added(state: EditorState, { node, after }: Of<"add">): EditorState {
  const { nodes, edges } = state.graph;
  const edge = after === undefined ? [] : [newEdge(after, node.key, "success")];
  const graph = { nodes: [...nodes, node], edges: [...edges, ...edge] };
  return edited(state, graph, { selection: { nodes: [node.key], edges: [] } });
}

const newEdge = (from: string, to: string, on: EdgeEnd): WorkflowEdge => ({ from, to, on, condition: "" });

function renamed(state: EditorState, { key, to }: Of<"rename">): EditorState {
  if (key === to || findNode(state.graph, to)) return state;
  return edited(state, renameKey(state.graph, key, to), { selection: { nodes: [to], edges: [] } });
}

/** The new edge is selected, unless its source is, which shows it as well. */
function connected(state: EditorState, { from, to, on }: Of<"connect">): EditorState {
  const { graph, selection } = state;
  if (!mayConnect(graph, from, to, on)) return state;
  const edges = [...graph.edges, newEdge(from, to, on)];
  const shows = selection.nodes.includes(from) ? selection : { nodes: [], edges: [edges.length - 1] };
  return edited(state, joinedByAny({ ...graph, edges }, to), { selection: shows });
}

function removed(state: EditorState, { nodes, edges }: Selection): EditorState {
  if (nodes.length + edges.length === 0) return state;
  const graph = removeFrom(state.graph, nodes, edges);
  return edited(state, graph, { selection: stillThere(state.selection, graph) });
}

function picked(state: EditorState, { nodes, edges }: Of<"pick">): EditorState {
  const selection = { nodes: merged(state.selection.nodes, nodes), edges: merged(state.selection.edges, edges) };
  return JSON.stringify(selection) === JSON.stringify(state.selection) ? state : { ...state, selection, step: null };
}

const merged = <Item>(before: readonly Item[], changes: ReadonlyMap<Item, boolean> = new Map()): Item[] => [
  ...before.filter((item) => changes.get(item) !== false),
  ...[...changes].filter(([item, on]) => on && !before.includes(item)).map(([item]) => item),
];

type Edit = { step?: string; selection?: Selection };

function edited(state: EditorState, graph: WorkflowGraph, { step, selection }: Edit): EditorState {
  if (JSON.stringify(graph) === JSON.stringify(state.graph)) return state;
  const hasSameEdges = graph.edges.length === state.graph.edges.length;
  const sameStep = step !== undefined && step === state.step;
  return {
    graph,
    selection: selection ?? (hasSameEdges ? state.selection : stillThere(state.selection, graph)),
    undo: sameStep ? state.undo : [...state.undo, state.graph].slice(-MAX_STEPS),
    redo: [],
    step: step ?? null,
  };
}

function travelled(state: EditorState, from: "undo" | "redo", to: "undo" | "redo"): EditorState {
  const graph = state[from].at(-1);
  if (!graph) return state;
  return {
    ...state,
    graph,
    selection: stillThere(state.selection, graph),
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.graph],
    step: null,
  };
}

/** Indexes of edges mean others in another graph. */
const stillThere = ({ nodes }: Selection, graph: WorkflowGraph): Selection => ({
  nodes: nodes.filter((key) => findNode(graph, key)),
  edges: [],
});
