import { clashesOf } from "@/lib/workflow/rules/clashes";
import { isFinalNode } from "@/lib/workflow/rules/structure";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

export type Position = { x: number; y: number };
export type EdgeEnd = WorkflowEdge["on"];

/** A key for a node of this name that no other node has. */
export function freeKey({ nodes }: WorkflowGraph, name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  const base = plain.replaceAll(/^[^a-z]+|_+$/g, "").slice(0, 40) || "step";
  const taken = new Set(nodes.map(({ key }) => key));
  let key = base;
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`;
  return key;
}

export const findNode = ({ nodes }: WorkflowGraph, key: string): WorkflowNode | undefined =>
  nodes.find((node) => node.key === key);

/** A node that becomes final loses its edges. */
export const replaceNode = ({ nodes, edges }: WorkflowGraph, node: WorkflowNode): WorkflowGraph => ({
  nodes: nodes.map((old) => (old.key === node.key ? node : old)),
  edges: isFinalNode(node) ? edges.filter(({ from, to }) => from !== node.key && to !== node.key) : edges,
});

/** Nodes and edges without the given ones, and without edges that led to those. */
export function removeFrom(
  { nodes, edges }: WorkflowGraph,
  keys: readonly string[],
  edgeIndexes: readonly number[],
): WorkflowGraph {
  const gone = new Set(keys);
  return {
    nodes: nodes.filter(({ key }) => !gone.has(key)),
    edges: edges.filter(({ from, to }, index) => !gone.has(from) && !gone.has(to) && !edgeIndexes.includes(index)),
  };
}

/** The same edge twice says nothing more, no node follows itself, and clean-up follows everything without edges. */
export function mayConnect(graph: WorkflowGraph, from: string, to: string, on: EdgeEnd): boolean {
  const again = graph.edges.some((edge) => edge.from === from && edge.to === to && edge.on === on);
  const final = graph.nodes.some((node) => (node.key === from || node.key === to) && isFinalNode(node));
  return !again && !final && !leadsTo(graph, to, from);
}

/** With a node started by any of its edges, if all of them can never hold, such as those of a roll-back. */
export function joinedByAny(graph: WorkflowGraph, key: string): WorkflowGraph {
  if (!clashesOf(graph).has(key)) return graph;
  return { ...graph, nodes: graph.nodes.map((node) => (node.key === key ? { ...node, join: "any" } : node)) };
}

function leadsTo({ edges }: WorkflowGraph, from: string, target: string): boolean {
  const reached = new Set([from]);
  for (const key of reached) for (const edge of edges) if (edge.from === key) reached.add(edge.to);
  return reached.has(target);
}

/** Gives a node another key; edges, expressions and texts that name it follow. */
export function renameKey({ nodes, edges }: WorkflowGraph, from: string, to: string): WorkflowGraph {
  const rename = (key: string) => (key === from ? to : key);
  const inText = (text: string) => text.replaceAll(new RegExp(String.raw`\bnodes\.${from}\b`, "g"), `nodes.${to}`);
  return {
    nodes: nodes.map((node) => ({ ...inExpressions(node, inText), key: rename(node.key) })),
    edges: edges.map((edge) => ({
      ...edge,
      from: rename(edge.from),
      to: rename(edge.to),
      condition: inText(edge.condition),
    })),
  };
}

type Values = Extract<WorkflowNode, { kind: "template" }>["answers"];
type Value = Values[string];

function inExpressions(node: WorkflowNode, change: (text: string) => string): WorkflowNode {
  if (node.kind === "approval") return { ...node, text: change(node.text) };
  if (node.kind === "wait") return node;
  const inValue = (value: Value): Value => {
    if ("expression" in value) return { expression: change(value.expression) };
    return "secret" in value ? { secret: change(value.secret) } : value;
  };
  const inValues = <Of extends Record<string, Value | undefined>>(values: Of): Of =>
    ({ ...values, ...mapDefined(values, inValue) }) satisfies Of;
  const { answers, options, matrix } = node;
  return {
    ...node,
    answers: inValues(answers),
    options: inValues(options),
    matrix: matrix && { ...matrix, items: inValue(matrix.items) },
  };
}

const mapDefined = (values: Record<string, Value | undefined>, change: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, change(value)]] : [])));

/** The named nodes and the edges between them. */
export function partOf({ nodes, edges }: WorkflowGraph, keys: readonly string[]): WorkflowGraph {
  const within = new Set(keys);
  return {
    nodes: nodes.filter(({ key }) => within.has(key)),
    edges: edges.filter(({ from, to }) => within.has(from) && within.has(to)),
  };
}

const BESIDE = 40;

/** Adds copies beside the originals, under keys that are free; `keys`: those of the copies. */
export function addPart(graph: WorkflowGraph, part: WorkflowGraph): { graph: WorkflowGraph; keys: string[] } {
  let copy = part;
  let taken: WorkflowGraph = { nodes: [...graph.nodes, ...part.nodes], edges: [] };
  for (const { key } of part.nodes) {
    if (!findNode(graph, key)) continue;
    const free = freeKey(taken, key.replace(/_\d+$/, ""));
    copy = renameKey(copy, key, free);
    taken = { ...taken, nodes: [...taken.nodes, ...copy.nodes] };
  }
  const nodes = copy.nodes.map(({ position, ...node }) => ({
    ...node,
    position: position && { x: position.x + BESIDE, y: position.y + BESIDE },
  }));
  return {
    graph: { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...copy.edges] },
    keys: nodes.map(({ key }) => key),
  };
}

export const moveNodes = (graph: WorkflowGraph, places: ReadonlyMap<string, Position>): WorkflowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const place = places.get(node.key);
    return place ? { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } } : node;
  }),
});
