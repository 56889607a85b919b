import { type ASTNode, Environment, type ParseResult } from "@marcbachmann/cel-js";
import { storable } from "@/lib/protocol/storable";
import { meter, metered } from "@/lib/workflow/rules/meter";

/** What an expression may name: the nodes that have ended before it, and `item` and `index` in a matrix. */
export type ExpressionScope = { inputs: readonly string[]; nodes: readonly string[]; matrix: boolean };

/** `position` counts characters from 0. */
export type ExpressionProblem = {
  key: "expressionInvalid" | "expressionName" | "expressionFunction" | "expressionNested" | "expressionType";
  params: { message: string };
  position: number;
};

/** Plain JSON. Inputs and nodes that are the same objects as before must not have changed. */
export type ExpressionValues = {
  inputs: Record<string, unknown>;
  nodes: Record<string, unknown>;
  run: Record<string, unknown>;
  item?: unknown;
  index?: number;
  /** Nodes whose outputs are too large for an expression. */
  tooLarge?: readonly string[];
};

/** An expression that fails with the values at hand; the message is the library's, in English, and may quote those. */
export class ExpressionError extends Error {
  constructor(message: string) {
    super(storable(message));
  }
}

/** JavaScript's regular expressions can take hours. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set(["matches"]);
/** They run their last argument for each item of a list. */
const LOOPS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

const base = new Environment({
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 500, maxDepth: 30, maxListElements: 200, maxMapEntries: 200, maxCallArguments: 10 },
})
  .registerVariable("inputs", "map<string, dyn>")
  .registerVariable("nodes", "map<string, dyn>")
  .registerVariable("run", "map<string, dyn>");
const inMatrix = base.clone().registerVariable("item", "dyn").registerVariable("index", "int");

/** The first problem of an expression, if there is one; `result` is the type that it must have. */
export function checkExpression(
  text: string,
  scope: ExpressionScope,
  result: "any" | "bool" = "any",
): ExpressionProblem | null {
  const environment = scope.matrix ? inMatrix : base;
  const { valid, type, error } = environment.check(text);
  if (!valid) return problem("expressionInvalid", firstLine(error), error?.node?.start ?? 0);
  const found = problemIn(environment.parse(text).ast, scope);
  if (found) return found;
  const fits = result === "any" || type === "bool" || type === "dyn";
  return fits ? null : problem("expressionType", String(type), 0);
}

const problem = (key: ExpressionProblem["key"], message: string, position: number): ExpressionProblem => ({
  key,
  params: { message },
  position,
});

/** Below the first, the library draws where the mistake is. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";

function problemIn(node: ASTNode, scope: ExpressionScope, inLoop = false): ExpressionProblem | null {
  const unknown = unknownName(node, scope);
  if (unknown) return unknown;
  const name = calledName(node);
  if (REFUSED_FUNCTIONS.has(name)) return problem("expressionFunction", name, node.start);
  if (inLoop && LOOPS.has(name)) return problem("expressionNested", name, node.start);
  for (const child of childrenOf(node.args)) {
    const found = problemIn(child, scope, inLoop || (LOOPS.has(name) && !isReceiver(node, child)));
    if (found) return found;
  }
  return null;
}

/** It is worked out once, before the loop. */
const isReceiver = (call: ASTNode, child: ASTNode): boolean => call.op === "rcall" && call.args[1] === child;

const calledName = (node: ASTNode): string => (node.op === "call" || node.op === "rcall" ? node.args[0] : "");

/** Members that do not exist, also as `nodes["x"]`; names that are worked out are for the run to judge. */
function unknownName(node: ASTNode, scope: ExpressionScope): ExpressionProblem | null {
  if (node.op !== "." && node.op !== "[]") return null;
  const [of, member] = node.args;
  const name = typeof member === "string" ? member : member.op === "value" ? member.args : null;
  const known = typeof name === "string" ? membersOf(of, scope) : null;
  return known && !known.names.includes(String(name))
    ? problem("expressionName", `${known.path}.${name}`, node.start)
    : null;
}

const NODE_MEMBERS = ["status", "outputs", "version", "commit", "task_id"];
const RUN_MEMBERS = ["id", "user", "trigger", "created"];

/** Null: what is in it is not known before the run. */
function membersOf(
  node: ASTNode,
  { inputs, nodes }: ExpressionScope,
): { path: string; names: readonly string[] } | null {
  if (node.op === "id") {
    const names = { inputs, nodes, run: RUN_MEMBERS };
    return isNameIn(names, node.args) ? { path: node.args, names: names[node.args] } : null;
  }
  if (node.op !== "." && node.op !== "[]") return null;
  const [of, member] = node.args;
  if (of.op !== "id" || of.args !== "nodes") return null;
  const key = typeof member === "string" ? member : member.op === "value" ? String(member.args) : "*";
  return { path: `nodes.${key}`, names: NODE_MEMBERS };
}

const ANY = "*";

/** Keys of the nodes that an expression reads; ANY: of one that is worked out, or of all. */
function nodesNamed(node: ASTNode): Set<string> {
  if (node.op === "id") return new Set(node.args === "nodes" ? [ANY] : []);
  if (node.op === "." || node.op === "[]") {
    const [of, member] = node.args;
    const key = typeof member === "string" ? member : member.op === "value" ? String(member.args) : null;
    if (of.op === "id" && of.args === "nodes" && key !== null) return new Set([key]);
  }
  return new Set(childrenOf(node.args).flatMap((child) => [...nodesNamed(child)]));
}

const isNameIn = <Names extends object>(names: Names, name: PropertyKey): name is keyof Names =>
  Object.hasOwn(names, name);

function childrenOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return isNode(args) ? [args] : [];
}

const isNode = (value: unknown): value is ASTNode => typeof value === "object" && value !== null && "op" in value;

const parsed = new Map<string, ParseResult>();
const MAX_PARSED = 1_000;

function parseOnce(text: string, matrix: boolean): ParseResult {
  const id = `${matrix} ${text}`;
  const known = parsed.get(id);
  if (known) return known;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const result = (matrix ? inMatrix : base).parse(text);
  meterAll(result.ast);
  parsed.set(id, result);
  return result;
}

function meterAll(node: ASTNode): void {
  meter(node);
  for (const child of childrenOf(node.args)) meterAll(child);
}

/** What may leave an expression, in characters and items: more than the outputs of a task hold. */
const MOST_IN_RESULT = 1_000_000;

/** The value of an expression as JSON. Throws an ExpressionError. */
export function evaluate(text: string, { item, index, tooLarge, ...values }: ExpressionValues): unknown {
  const named = tooLarge?.length ? nodesNamed(parseOnce(text, index !== undefined).ast) : new Set();
  const cut = tooLarge?.find((key) => named.has(key) || named.has(ANY));
  if (cut) throw new ExpressionError(`the outputs of ${cut} are too large for an expression`);
  const loop = index === undefined ? {} : { item: toCel(item), index: BigInt(index) };
  try {
    const expression = parseOnce(text, index !== undefined);
    const nodes = new Map(Object.entries(values.nodes).map(([key, node]) => [key, convertOnce(node)]));
    const known = { inputs: convertOnce(values.inputs), nodes, run: toCel(values.run), ...loop };
    const value = metered(() => expression(known));
    refuseLarge(value, MOST_IN_RESULT);
    return fromCel(value);
  } catch (error) {
    throw error instanceof ExpressionError ? error : new ExpressionError(firstLine(error));
  }
}

/** Throws an ExpressionError also if the value is neither true nor false. */
export function evaluateCondition(text: string, values: ExpressionValues): boolean {
  const value = evaluate(text, values);
  if (typeof value !== "boolean") throw new ExpressionError(`${typeof value} is neither true nor false`);
  return value;
}

const PLACEHOLDER = /\$\{\{(.*?)\}\}/gs;

/** The expressions in a text, with the place where each begins. */
export const expressionsIn = (text: string): { text: string; position: number }[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ 0: whole, 1: inner = "", index }) => ({
    text: inner,
    position: index + whole.indexOf("{{") + 2,
  }));

/** A text with the values of its `${{ expressions }}`. Throws an ExpressionError. */
export function fillText(text: string, values: ExpressionValues): string {
  let left = MOST_IN_RESULT;
  return text.replace(PLACEHOLDER, (_, expression: string) => {
    const value = evaluate(expression, values);
    const written = typeof value === "string" ? value : JSON.stringify(value);
    left -= written.length;
    if (left < 0) throw tooLarge();
    return written;
  });
}

const tooLarge = () => new ExpressionError(`the result is larger than ${MOST_IN_RESULT} characters`);

/** Returns how much of `left` remains. A list may hold one large text many times, which costs nothing until it is written. */
function refuseLarge(value: unknown, left: number): number {
  if (left < 0) throw tooLarge();
  if (typeof value === "string") return refuseLarge(null, left - value.length);
  if (typeof value !== "object" || value === null) return left - 1;
  const members = Array.isArray(value)
    ? value
    : value instanceof Map
      ? [...value].flat()
      : Object.entries(value).flat();
  let remaining = left - 1;
  for (const member of members) remaining = refuseLarge(member, remaining);
  return remaining;
}

/** Inputs and nodes that many expressions name: to convert large ones takes longer than most expressions. */
const converted = new WeakMap<object, unknown>();

function convertOnce(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return toCel(value);
  const known = converted.get(value) ?? toCel(value);
  converted.set(value, known);
  return known;
}

/** Whole numbers of JSON are integers in expressions, so that `inputs.count + 1` works. */
function toCel(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(toCel);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([name, member]) => [name, toCel(member)]));
}

function fromCel(value: unknown): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint" || typeof value === "number") return numberFrom(value);
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, member]) => [String(name), fromCel(member)]));
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromCel(member)]));
  throw new ExpressionError("the result is not a text, number, list, map, true, false or null");
}

function numberFrom(value: bigint | number): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new ExpressionError("the result is not a finite number");
  return number;
}
