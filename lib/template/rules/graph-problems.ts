import type { ErrorKey } from "@/lib/operation/errors";
import { ownValue } from "@/lib/protocol/json-object";
import { isTimeZone } from "@/lib/protocol/time-zone";
import { repeatedAt, type SurveyVar, surveyKind } from "@/lib/template/rules";
import { isBlank, problemWith } from "@/lib/template/rules/answers";
import { earlyDeploys } from "@/lib/template/rules/early-deploys";
import { approverProblems, type KnownIds, resourceProblems } from "@/lib/template/rules/graph-references";
import { cannotHonour, LAUNCH_FIELDS } from "@/lib/template/rules/launch";
import { clashesOf } from "@/lib/workflow/rules/clashes";
import { checkExpression, type ExpressionScope, expressionsIn } from "@/lib/workflow/rules/expression";
import { isFinalNode, nodesBefore, topologicalOrder } from "@/lib/workflow/rules/structure";
import {
  MAX_ITEMS,
  type TemplateNode,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowValue,
} from "@/lib/workflow/schema";

/** What is wrong with a graph, and where: in a node, an edge, or, with both null, the whole. */
export type GraphProblem = {
  /** Key of the node. */
  node: string | null;
  /** Index of the edge. */
  edge: number | null;
  /** Path in the node or the edge, such as `answers.region`. */
  field: string;
  key: ErrorKey;
  params?: Record<string, string | number>;
};

export type KnownTemplate = {
  id: number;
  name: string;
  app: string;
  type: string;
  survey_vars: readonly SurveyVar[] | null;
  autorun: boolean;
  build_template_id: number | null;
};
/** What nodes may refer to. */
export type KnownResources = KnownIds & { templates: ReadonlyMap<number, KnownTemplate> };
type Inputs = readonly Pick<SurveyVar, "name" | "type">[];

type Found = Omit<GraphProblem, "node" | "edge">;

/** Everything that would keep a workflow from running, in the order of its nodes and edges. `inputs`: its own survey. */
export function graphProblems(graph: WorkflowGraph, known: KnownResources, inputs: Inputs): GraphProblem[] {
  if (graph.nodes.length === 0) return [{ node: null, edge: null, field: "nodes", key: "graphEmpty" }];
  const before = nodesBefore(graph);
  const clashes = clashesOf(graph);
  const scopeOf = (node: WorkflowNode): Scope => ({
    inputs,
    known,
    nodes: graph.nodes.filter(({ key }) => before.get(node.key)?.has(key)),
    matrix: node.kind === "template" && node.matrix !== null,
  });
  return [
    ...repeatedAt(graph.nodes.map(({ key }) => key)).map((index) =>
      inNode(graph.nodes[index], { field: "key", key: "nodeKeysUnique" }),
    ),
    ...graph.nodes.flatMap((node) =>
      [...joinProblems(node, clashes, graph), ...nodeProblems(node, scopeOf(node))].map((found) => inNode(node, found)),
    ),
    ...earlyDeploys(graph, known.templates).map(({ node, build, approval }) => {
      const params = { build: build.name || build.key, approval: approval.name || approval.key };
      return inNode(node, { field: "template_id", key: "deployAutoruns", params });
    }),
    ...edgeProblems(graph, inputs, before),
    ...cycleProblems(graph),
  ];
}

const inNode = (node: WorkflowNode | undefined, found: Found): GraphProblem => ({
  node: node?.key ?? null,
  edge: null,
  ...found,
});

/** What a node's expressions and secrets may name. */
type Scope = { inputs: Inputs; known: KnownResources; nodes: readonly WorkflowNode[]; matrix: boolean };

const namesIn = ({ inputs, nodes, matrix }: Omit<Scope, "known">): ExpressionScope => ({
  inputs: inputs.filter(({ type }) => surveyKind(type) !== "secret").map(({ name }) => name),
  nodes: nodes.map(({ key }) => key),
  matrix,
});

/** A node ends in one way only, so edges that need both its success and its failure never all hold. */
function joinProblems({ key }: WorkflowNode, clashes: ReadonlyMap<string, string>, { nodes }: WorkflowGraph): Found[] {
  const source = nodes.find((node) => node.key === clashes.get(key));
  return source ? [{ field: "join", key: "joinNeverHolds", params: { node: source.name || source.key } }] : [];
}

function nodeProblems(node: WorkflowNode, scope: Scope): Found[] {
  if (node.kind === "approval") {
    if (node.text.trim() === "") return [{ field: "text", key: "approvalTextRequired" }];
    return [
      ...expressionsIn(node.text).flatMap(({ text }) => expressionProblems("text", text, scope)),
      ...approverProblems(node, scope.known),
    ];
  }
  if (node.kind === "wait") {
    if (node.until && !isTimeZone(node.until.zone)) return [{ field: "until.zone", key: "timezoneUnknown" }];
    return node.seconds > 0 || node.until ? [] : [{ field: "seconds", key: "waitTimeRequired" }];
  }
  const template = scope.known.templates.get(node.template_id);
  if (!template) return [{ field: "template_id", key: "nodeTemplateMissing" }];
  return [
    ...matrixProblems(node, scope),
    ...answerProblems(node, template, scope),
    ...optionProblems(node, template, scope),
    ...resourceProblems(node, template.app, scope.known),
  ];
}

function matrixProblems({ matrix }: TemplateNode, scope: Scope): Found[] {
  if (!matrix) return [];
  const { items } = matrix;
  const field = "matrix.items";
  if ("secret" in items) return [{ field, key: "matrixNotList" }];
  // The list itself has no item.
  if ("expression" in items) return expressionProblems(field, items.expression, { ...scope, matrix: false });
  if (!Array.isArray(items.value)) return [{ field, key: "matrixNotList" }];
  return items.value.length > MAX_ITEMS ? [{ field, key: "tooLarge", params: { maximum: MAX_ITEMS } }] : [];
}

function answerProblems({ answers }: TemplateNode, { survey_vars }: KnownTemplate, scope: Scope): Found[] {
  const variables = survey_vars ?? [];
  const missing = variables.filter(({ name, required }) => required && !isSet(ownValue(answers, name)));
  return [
    ...missing.map(({ name }): Found => ({ field: `answers.${name}`, key: "variableRequired" })),
    ...Object.entries(answers).flatMap(([name, value]): Found[] => {
      const field = `answers.${name}`;
      const variable = variables.find((one) => one.name === name);
      if (!variable) return [{ field, key: "nodeAnswerUnknown" }];
      const isSecret = surveyKind(variable.type) === "secret";
      if ("secret" in value)
        return isSecret ? secretProblems(field, value.secret, scope) : [{ field, key: "secretNeedsSecret" }];
      // Everyone who may read the workflow could read the value.
      if (isSecret) return [{ field, key: "answerNeedsSecret" }];
      return valueProblems(field, value, scope, problemWith(variable, "value" in value ? value.value : ""));
    }),
  ];
}

const isSet = (value: WorkflowValue | undefined): boolean =>
  value !== undefined && !("value" in value && isBlank(value.value));

function optionProblems({ options }: TemplateNode, template: KnownTemplate, scope: Scope): Found[] {
  return Object.entries(options).flatMap(([name, value]): Found[] => {
    const field = `options.${name}`;
    if ("secret" in value) return [{ field, key: "secretNeedsSecret" }];
    const launch = LAUNCH_FIELDS.find((one) => one === name);
    const unfit = launch && cannotHonour(launch, template) ? "notForThisApp" : null;
    return valueProblems(field, value, scope, unfit);
  });
}

function valueProblems(field: string, value: WorkflowValue, scope: Scope, unfit: ErrorKey | null): Found[] {
  if (unfit) return [{ field, key: unfit }];
  return "expression" in value ? expressionProblems(field, value.expression, scope) : [];
}

function expressionProblems(field: string, text: string, scope: Omit<Scope, "known">, result?: "bool"): Found[] {
  const problem = checkExpression(text, namesIn(scope), result);
  return problem ? [{ field, key: problem.key, params: { ...problem.params, position: problem.position + 1 } }] : [];
}

/** The survey answer must be a secret one, the node must have ended before. */
function secretProblems(field: string, path: string, { inputs, nodes }: Scope): Found[] {
  const [root, name = ""] = path.split(".");
  const exists =
    root === "inputs"
      ? inputs.some((input) => path === `inputs.${input.name}` && surveyKind(input.type) === "secret")
      : nodes.some((node) => node.key === name && !(node.kind === "template" && node.matrix));
  return exists ? [] : [{ field, key: "secretUnknown", params: { path } }];
}

function edgeProblems(
  { nodes, edges }: WorkflowGraph,
  inputs: Inputs,
  before: ReturnType<typeof nodesBefore>,
): GraphProblem[] {
  const repeated = new Set(repeatedAt(edges.map(({ from, to, on }) => `${from} ${to} ${on}`)));
  return edges.flatMap(({ from, to, condition }, edge) => {
    const at = (field: string, key: ErrorKey): GraphProblem => ({ node: null, edge, field, key });
    const source = nodes.find(({ key }) => key === from);
    const target = nodes.find(({ key }) => key === to);
    if (!source) return [at("from", "edgeNodeMissing")];
    if (!target) return [at("to", "edgeNodeMissing")];
    if (isFinalNode(source) || isFinalNode(target)) return [at("to", "finalHasNoEdges")];
    if (repeated.has(edge)) return [at("to", "edgesUnique")];
    if (condition.trim() === "") return [];
    const ended = nodes.filter(({ key }) => key === from || before.get(from)?.has(key));
    return expressionProblems("condition", condition, { inputs, nodes: ended, matrix: false }, "bool").map((found) => ({
      node: null,
      edge,
      ...found,
    }));
  });
}

function cycleProblems(graph: WorkflowGraph): GraphProblem[] {
  const reached = new Set(topologicalOrder(graph));
  const stuck = graph.nodes.find(({ key }) => !reached.has(key));
  return stuck ? [{ node: stuck.key, edge: null, field: "", key: "graphCycle" }] : [];
}
