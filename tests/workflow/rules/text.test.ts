import { describe, expect, it } from "vitest";
import { graphFromText, graphToText } from "@/lib/workflow/rules/text";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { randomGraph } from "@/tests/workflow/random-graph";

const TEMPLATES = new Map([
  [3, { name: "Build" }],
  [4, { name: "Deploy: all" }],
  [5, { name: "yes" }],
  [6, { name: "Twice" }],
  [7, { name: "Twice" }],
]);
const GONE = 99;

const SHOP = `nodes:
  build:
    template: Build
    name: Build the shop
    answers:
      region: eu
      version:
        expression: inputs.version
      token:
        secret: inputs.token
  deploy:
    template: "Deploy: all"
    matrix:
      items:
        - eu
        - us
      fail_fast: true
    retry:
      count: 2
    position: { x: 300, y: 0 }
edges:
  - from: build
    to: deploy
  - from: deploy
    to: build
    on: failure
    condition: run.user == 'ann'
`;

const problemsOf = (text: string) => {
  const result = graphFromText(text, TEMPLATES);
  return result.ok ? [] : result.problems;
};

describe("the text of a workflow", () => {
  it.each(Array.from({ length: 100 }, (_, seed) => seed))("loses nothing of random graph %i", (seed) => {
    const graph = randomGraph(seed, [...TEMPLATES.keys(), GONE]);
    expect(graphFromText(graphToText(graph, TEMPLATES), TEMPLATES)).toEqual({ ok: true, graph });
  });

  it("names templates and leaves out what is standard", () => {
    const result = graphFromText(SHOP, TEMPLATES);
    expect(result.ok && result.graph.nodes[0]).toMatchObject({
      kind: "template",
      template_id: 3,
      answers: {
        region: { value: "eu" },
        version: { expression: "inputs.version" },
        token: { secret: "inputs.token" },
      },
      retry: null,
      join: "all",
    });
    expect(result.ok && graphToText(result.graph, TEMPLATES)).toBe(SHOP);
  });

  it("is there for values that a schema refuses, as while they are typed", () => {
    const retry = { count: 0, pause_seconds: Number.NaN, growth: 1, reasons: [] };
    const matrix = { items: { expression: "" }, parallel: 0, fail_fast: false };
    const [node] = WorkflowGraph.parse({
      nodes: [{ kind: "template", key: "build", template_id: 3 }],
      edges: [],
    }).nodes;
    const nodes = node?.kind === "template" ? [{ ...node, retry, matrix }] : [];
    expect(problemsOf(graphToText({ nodes, edges: [] }, TEMPLATES))).toMatchObject([
      { line: 6, key: "expressionEmpty" },
      { line: 8, key: "oneOrGreater" },
      { line: 9, key: "durationInvalid" },
    ]);
  });

  it("uses the id of a template whose name is unknown or not unique", () => {
    const text = "nodes:\n  a:\n    template_id: 99\n  b:\n    template_id: 6\nedges: []\n";
    const result = graphFromText(text, TEMPLATES);
    expect(result.ok && graphToText(result.graph, TEMPLATES)).toBe(text);
  });

  it.each([
    ["a syntax error", "nodes:\n  a: [", { line: 2, key: "textInvalid" }],
    ["a repeated key", "nodes:\n  a: { kind: wait }\n  a: { kind: wait }", { line: 3, key: "textInvalid" }],
    ["no nodes", "edges: []", { line: 1, column: 1, key: "textNoNodes" }],
    ["an empty text", "", { line: 1, column: 1, key: "textNoNodes" }],
    [
      "an unknown template",
      "nodes:\n  a:\n    template: Ship",
      { line: 3, column: 5, key: "textTemplateUnknown", params: { name: "Ship" } },
    ],
    [
      "an ambiguous template",
      "nodes:\n  a:\n    template: Twice",
      { line: 3, column: 5, key: "textTemplateAmbiguous" },
    ],
    [
      "an unknown kind",
      "nodes:\n  a:\n    kind: waiting",
      { line: 3, column: 5, key: "oneOf", params: { words: "template, approval, wait" } },
    ],
    ["a node without a kind", "nodes:\n  a:\n    name: A", { line: 2, key: "oneOf" }],
    ["a bad key", "nodes:\n  A-1:\n    kind: wait", { line: 2, column: 3, key: "nodeKeyInvalid" }],
    ["an unknown field", "nodes:\n  a:\n    kind: wait\n    second: 3", { line: 4, column: 5, key: "fieldUnknown" }],
    ["an unknown field at the top", "nodes: {}\nnode: 1", { line: 2, column: 1, key: "fieldUnknown" }],
    [
      "a number out of range",
      "nodes:\n  a: { kind: wait, seconds: -1 }",
      { line: 2, column: 20, key: "zeroOrGreater" },
    ],
    [
      "a bad secret",
      "nodes:\n  a:\n    template: Build\n    answers:\n      token: { secret: 'env.X' }",
      { line: 5, column: 16, key: "secretPathInvalid" },
    ],
    [
      "a bad end of an edge",
      "nodes:\n  a: { kind: wait }\nedges:\n  - { from: a, to: a, on: done }",
      { line: 4, key: "oneOf", params: { words: "success, failure, always" } },
    ],
    ["an edge without a target", "nodes: {}\nedges:\n  - from: a", { line: 3, key: "wrongType" }],
  ])("says where %s stands", (_, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.objectContaining(problem)]);
  });

  it("refuses aliases that blow up", () => {
    const bomb = `a0: &a0 [1]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join("\n")}`;
    expect(problemsOf(bomb)).toEqual([expect.objectContaining({ key: "textNoNodes" })]);
  });
});
