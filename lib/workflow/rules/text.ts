import { Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";
import { readMessage } from "@/lib/operation/fields";
import { Matrix, Retry, type WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** What a text calls the templates of the project. */
type Templates = ReadonlyMap<number, { name: string }>;

/** Line and column count from 1; `key` is one of messages.errors. */
type TextProblem = {
  line: number;
  column: number;
  key: string;
  params?: Record<string, string | number>;
};
export type TextResult = { ok: true; graph: WorkflowGraph } | { ok: false; problems: TextProblem[] };

type Fields = Record<string, unknown>;
type Path = PropertyKey[];
type Problem = { path: Path; key: string; params?: TextProblem["params"] };
/** The ids of all templates of that name. */
type FindIds = (name: string) => readonly number[];

/** The graph as YAML. */
export const graphToText = (graph: WorkflowGraph, templates: Templates): string =>
  toYaml(graphToFields(graph, uniqueNames(templates)));

/** The graph as a text and a file have it: nodes by key, names of templates, and no field with its standard value. */
export const graphToFields = ({ nodes, edges }: WorkflowGraph, names: ReadonlyMap<number, string>) => ({
  nodes: Object.fromEntries(nodes.map((node) => [node.key, nodeFields(node, names)])),
  edges: edges.map(edgeText),
});

function nodeFields(node: WorkflowNode, names: ReadonlyMap<number, string>): Fields {
  const { key: _, position, ...fields } = withoutStandard(node);
  return { ...reference(node, names), ...mapValues(fields, fieldText), ...(position && { position }) };
}

/** The position of a node takes one line. */
export function toYaml(content: Fields): string {
  const document = new Document(content, { aliasDuplicateObjects: false });
  visit(document, {
    Pair: (_key, { key, value }) => {
      if (isScalar(key) && key.value === "position" && isMap(value)) value.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** A node names its template, unless the name says nothing, or not which one. */
function reference(node: WorkflowNode, names: ReadonlyMap<number, string>): Fields {
  if (node.kind !== "template") return { kind: node.kind };
  const template = names.get(node.template_id);
  return template === undefined ? { template_id: node.template_id } : { template };
}

function uniqueNames(templates: Templates): Map<number, string> {
  const counts = new Map<string, number>();
  for (const { name } of templates.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...templates].filter(([, { name }]) => counts.get(name) === 1).map(([id, { name }]) => [id, name]));
}

function withoutStandard(node: WorkflowNode): Fields & Pick<WorkflowNode, "position"> {
  const { key, kind, position } = node;
  const standard = WorkflowNode.parse({ key, kind, ...(kind === "template" && { template_id: 1 }) });
  const { template_id: _, ...own } = { template_id: 0, ...differing(node, standard) };
  if (node.kind !== "template") return { ...own, position };
  const { matrix, retry } = node;
  return {
    ...own,
    ...(matrix && { matrix: { items: matrix.items, ...differing(matrix, Matrix.parse({ items: { value: [] } })) } }),
    ...(retry && { retry: { count: retry.count, ...differing(retry, Retry.parse({ count: 1 })) } }),
    position,
  };
}

/** The fields that are not as in the other object. */
const differing = (fields: Fields, standard: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isEqual(value, standard[name])));

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldText(value: unknown, name: string): unknown {
  if (name === "answers" || name === "options") return isFields(value) ? mapValues(value, valueText) : value;
  return name === "matrix" && isFields(value) ? { ...value, items: valueText(value.items) } : value;
}

/** A constant stands for itself, unless it looks like an expression. */
const valueText = (value: unknown): unknown =>
  isFields(value) && "value" in value && !isFields(value.value) ? value.value : value;

const edgeText = ({ from, to, on, condition }: WorkflowEdge): Fields => ({
  from,
  to,
  ...(on !== "success" && { on }),
  ...(condition !== "" && { condition }),
});

/** Reads what graphToText writes, or says what is wrong where. */
export function graphFromText(text: string, templates: Templates): TextResult {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) return failed([{ ...at(lines, error.pos[0]), key: "textInvalid", params: { message: error.message } }]);
  const ids = idsByName(templates);
  const read = graphFromFields(plainOf(document), (name) => ids.get(name) ?? []);
  if ("graph" in read) return { ok: true, graph: read.graph };
  return failed(read.problems.map(({ path, ...problem }) => ({ ...at(lines, offsetOf(document, path)), ...problem })));
}

const failed = (problems: TextProblem[]): TextResult => ({ ok: false, problems });

function at(lines: LineCounter, offset: number): Pick<TextProblem, "line" | "column"> {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** An alias that repeats a large part many times throws. */
function plainOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch {
    return null;
  }
}

/** Reads what graphToFields makes; the paths of problems are those of `content`. */
export function graphFromFields(
  content: unknown,
  ids: FindIds,
): { graph: WorkflowGraph; problems: [] } | { problems: Problem[] } {
  if (!isFields(content) || !isFields(content.nodes)) return { problems: [{ path: [], key: "textNoNodes" }] };
  const keys = Object.keys(content.nodes);
  const read = Object.entries(content.nodes).map(([key, fields]) => readNode(key, fields, ids));
  const draft = { ...content, nodes: read.map(({ node }) => node), edges: content.edges ?? [] };
  const parsed = WorkflowGraph.safeParse(draft);
  const found = parsed.success ? unknownFields(draft, parsed.data, []) : parsed.error.issues.map(issueProblem);
  const problems = [
    ...read.flatMap((node) => node.problems),
    ...found.map((problem) => ({ ...problem, path: inText(problem.path, keys) })),
  ];
  return parsed.success && problems.length === 0 ? { graph: parsed.data, problems: [] } : { problems };
}

function idsByName(templates: Templates): Map<string, number[]> {
  const ids = new Map<string, number[]>();
  for (const [id, { name }] of templates) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}

function readNode(key: string, fields: unknown, ids: FindIds) {
  if (!isFields(fields)) return { node: fields, problems: [] };
  const { template, ...rest } = fields;
  const kind = rest.kind ?? ("template" in fields || "template_id" in fields ? "template" : undefined);
  const node = {
    ...mapValues(rest, readField),
    key,
    ...(kind !== undefined && { kind }),
    ...(template !== undefined && { template_id: ids(String(template))[0] ?? 1 }),
  };
  const problem = templateProblem(fields, ids);
  return { node, problems: problem ? [{ ...problem, path: ["nodes", key, "template"] }] : [] };
}

function templateProblem({ template }: Fields, ids: FindIds): Omit<Problem, "path"> | null {
  if (template === undefined) return null;
  const found = ids(String(template));
  if (found.length === 1) return null;
  return {
    key: found.length === 0 ? "textTemplateUnknown" : "textTemplateAmbiguous",
    params: { name: String(template) },
  };
}

function readField(value: unknown, name: string): unknown {
  if (name === "answers" || name === "options") return isFields(value) ? mapValues(value, readValue) : value;
  return name === "matrix" && isFields(value) ? { ...value, items: readValue(value.items) } : value;
}

const readValue = (value: unknown): unknown => (isFields(value) || value === undefined ? value : { value });

/** What the schema dropped. */
function unknownFields(draft: unknown, read: unknown, path: Path): Problem[] {
  if (Array.isArray(draft) && Array.isArray(read))
    return draft.flatMap((item, index) => unknownFields(item, read[index], [...path, index]));
  if (!isFields(draft) || !isFields(read)) return [];
  return Object.keys(draft).flatMap((name) =>
    Object.hasOwn(read, name)
      ? unknownFields(draft[name], read[name], [...path, name])
      : [{ path: [...path, name], key: "fieldUnknown" }],
  );
}

/** An issue of the schema of graphs. A value that fits no form is judged by the form it comes closest to. */
export function issueProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.path;
  if (issue.code === "invalid_union") {
    const close = issue.errors.find(
      (issues) => issues.length > 0 && issues.every(({ code }) => code !== "unrecognized_keys"),
    );
    return close?.[0]
      ? { ...issueProblem(close[0]), path: [...path, ...close[0].path] }
      : { path, ...("options" in issue && issue.options ? wordsProblem(issue.options) : { key: "invalidValue" }) };
  }
  if (issue.code === "invalid_value") return { path, ...wordsProblem(issue.values) };
  const { key, params } = readMessage(issue.message);
  if (/^[a-z]\w+$/.test(key)) return { path, key, params };
  return issue.code === "invalid_type"
    ? { path, key: "wrongType", params: { expected: issue.expected } }
    : { path, key: "invalidValue" };
}

const wordsProblem = (words: readonly unknown[]): Omit<Problem, "path"> => ({
  key: "oneOf",
  params: { words: words.join(", ") },
});

/** In the text nodes have keys in place of numbers, and their templates names. */
const inText = ([top, index, ...rest]: Path, keys: string[]): Path => [
  ...(top === undefined ? [] : [top]),
  ...(index === undefined ? [] : [top === "nodes" ? (keys[Number(index)] ?? index) : index]),
  ...rest,
];

/** Where the field stands, or what should contain it. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const key = isMap(parent) ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key : null;
    const node = isScalar(key) ? key : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapValues = (fields: Fields, change: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
