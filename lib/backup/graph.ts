import type { NameIn } from "@/lib/backup/naming";
import type { FindId, Reference } from "@/lib/backup/rules/kinds";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import type { Issue } from "@/lib/operation/errors";
import { isErrorKey } from "@/lib/operation/parse";
import { readOptionId } from "@/lib/template/rules/graph-references";
import { templateIds } from "@/lib/workflow/rules/structure";
import { graphFromFields, graphToFields } from "@/lib/workflow/rules/text";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** The graph of a workflow in a file: that of its text, with names also for inventories and environments. */
type FileGraph = Entry | null;

/** Options of a node that hold an id, and what stands for them in a file. */
const NAMED_OPTIONS = [
  { id: "inventory_id", field: "inventory", kind: "inventories" },
  { id: "environment_id", field: "environment", kind: "environments" },
] as const;
/** What means something on its own server only. */
const FOREIGN_OPTIONS = ["inventory_id", "environment_id", "build_task_id"];

export function graphToFile(graph: WorkflowGraph, name: NameIn) {
  const names = new Map(
    templateIds(graph).flatMap((id) => {
      const found = name("templates", id);
      return found === null ? [] : [[id, found] as const];
    }),
  );
  const { nodes, edges } = graphToFields({ ...graph, nodes: graph.nodes.map(withoutPeople) }, names);
  const named = Object.entries(nodes).map(([key, node]) => [
    key,
    mapOptions(node, (options) => toNames(options, name)),
  ]);
  return { nodes: Object.fromEntries(named), edges };
}

/** People stay behind; what only they could decide must not be open to everybody. */
function withoutPeople(node: WorkflowNode): WorkflowNode {
  if (node.kind !== "approval" || node.user_ids.length === 0) return node;
  return { ...node, user_ids: [], roles: node.roles.length > 0 ? node.roles : ["owner"] };
}

/** A graph that was read from a file, with the people who decide in the stored one. */
export function withPeople(graph: WorkflowGraph, stored: WorkflowGraph | null): WorkflowGraph {
  const people = new Map(
    stored?.nodes.flatMap((node) => (node.kind === "approval" ? [[node.key, node.user_ids] as const] : [])),
  );
  const nodes = graph.nodes.map((node) =>
    node.kind === "approval" ? { ...node, user_ids: people.get(node.key) ?? [] } : node,
  );
  return { ...graph, nodes };
}

function toNames(options: Entry, name: NameIn): Entry {
  const names = NAMED_OPTIONS.flatMap(({ id, field, kind }) => {
    const value = readOptionId(options[id]);
    const found = typeof value === "number" ? name(kind, value) : null;
    return found === null ? [] : [[field, found]];
  });
  return { ...without(options, (field) => isForeign(field, options[field])), ...Object.fromEntries(names) };
}

/** The graph with the ids of the names; null if graphIssues says what is wrong. */
export function graphFromFile(graph: Entry, find: FindId): WorkflowGraph | null {
  const ids = (name: string) => [find("templates", name)].filter((id) => id !== null);
  const read = graphFromFields(withIds(graph, find), ids);
  return "graph" in read ? read.graph : null;
}

function withIds(graph: Entry, find: FindId): Entry {
  const nodes = nodesIn(graph).map(([key, node]) => [key, mapOptions(node, (options) => toIds(options, find))]);
  return isEntry(graph.nodes) ? { ...graph, nodes: { ...graph.nodes, ...Object.fromEntries(nodes) } } : graph;
}

function toIds(options: Entry, find: FindId): Entry {
  const named = NAMED_OPTIONS.filter(({ field }) => typeof options[field] === "string");
  const ids = named.map(({ id, field, kind }) => [id, find(kind, String(options[field]))]);
  return { ...without(options, (name) => named.some(({ field }) => field === name)), ...Object.fromEntries(ids) };
}

/** What is wrong with a graph by itself; `place` leads to it. */
export function graphIssues(graph: FileGraph, place: string): Issue[] {
  if (graph === null) return [];
  const missing = nodesIn(graph).flatMap(([key, node]): Issue[] =>
    needsTemplate(node) ? [{ path: `${place}.nodes.${key}.template`, key: "nodeTemplateMissing" }] : [],
  );
  // Whatever else is wrong with such a node is about its template.
  if (missing.length > 0) return missing;
  const foreign = nodesIn(graph).flatMap(([key, node]) =>
    foreignFields(node).map((field): Issue => ({ path: `${place}.nodes.${key}.${field}`, key: "fieldUnknown" })),
  );
  const { problems } = graphFromFields(withIds(graph, anyId), () => [1]);
  return [
    ...foreign,
    ...problems.map(
      ({ path, key, params }): Issue => ({
        path: [place, ...path.map(String)].join("."),
        key: isErrorKey(key) ? key : "invalidValue",
        ...(params && { params }),
      }),
    ),
  ];
}

const anyId: FindId = () => 1;

const needsTemplate = ({ kind, template, template_id }: Entry): boolean =>
  template_id !== undefined || (kind === "template" && typeof template !== "string");

const foreignFields = ({ user_ids, options }: Entry): string[] => [
  ...(user_ids === undefined ? [] : ["user_ids"]),
  ...(isEntry(options) ? Object.keys(options) : [])
    .filter((name) => isEntry(options) && isForeign(name, options[name]))
    .map((name) => `options.${name}`),
];

/** An expression has a value of the server that it runs on. */
const isForeign = (option: string, value: unknown): boolean =>
  FOREIGN_OPTIONS.includes(option) && !(isEntry(value) && "expression" in value);

/** What the nodes refer to. */
export const referencesInGraph = (graph: FileGraph, place: string): Reference[] =>
  nodesIn(graph).flatMap(([key, { template, options }]) => [
    ...(typeof template === "string"
      ? [{ path: `${place}.nodes.${key}.template`, kind: "templates" as const, name: template }]
      : []),
    ...NAMED_OPTIONS.flatMap(({ field, kind }) => {
      const name = isEntry(options) ? options[field] : null;
      return typeof name === "string" ? [{ path: `${place}.nodes.${key}.options.${field}`, kind, name }] : [];
    }),
  ]);

const nodesIn = (graph: FileGraph): [key: string, node: Entry][] =>
  Object.entries(isEntry(graph?.nodes) ? graph.nodes : {}).flatMap(([key, node]): [string, Entry][] =>
    isEntry(node) ? [[key, node]] : [],
  );

const mapOptions = (node: Entry, change: (options: Entry) => Entry): Entry =>
  isEntry(node.options) ? { ...node, options: change(node.options) } : node;

const without = (fields: Entry, isOut: (name: string) => boolean): Entry =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isOut(name)));
