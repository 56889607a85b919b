import { expect, it } from "vitest";
import { liveProblems } from "@/components/workflow/editor/model/live-problems";
import { WorkflowGraph } from "@/lib/workflow/schema";

const TEMPLATES = new Map([
  [
    1,
    {
      id: 1,
      name: "Build",
      app: "bash",
      type: "",
      autorun: false,
      build_template_id: null,
      survey_vars: [{ name: "region", title: "", required: false, type: "", description: "", values: null }],
    },
  ],
]);
const NONE: ReadonlySet<number> = new Set();
const KNOWN = { templates: TEMPLATES, members: NONE, inventories: new Map(), environments: NONE };
const GRAPH = WorkflowGraph.parse({
  nodes: [
    { kind: "template", key: "build", template_id: 1 },
    { kind: "wait", key: "pause", seconds: 5 },
  ],
  edges: [{ from: "build", to: "pause" }],
});
const [build, pause] = GRAPH.nodes;
const problems = (nodes: unknown[], edges: unknown[] = GRAPH.edges) =>
  liveProblems({ nodes, edges } as WorkflowGraph, KNOWN, []);

it("a graph that could run has none", () => {
  expect(problems(GRAPH.nodes)).toEqual([]);
});

it("a field that is not complete yet is reported once, at its place", () => {
  expect(problems([{ ...build, answers: { region: { expression: "" } } }, pause])).toEqual([
    { node: "build", edge: null, field: "answers.region.expression", key: "expressionEmpty" },
  ]);
});

it("so is a number out of range, with its limit", () => {
  expect(problems([build, { ...pause, seconds: 1e9 }])).toEqual([
    { node: "pause", edge: null, field: "seconds", key: "tooLarge", params: { maximum: 31_536_000 } },
  ]);
});

it("a duration that can't be read is reported, and not that it is missing", () => {
  expect(problems([build, { ...pause, seconds: Number.NaN }])).toEqual([
    { node: "pause", edge: null, field: "seconds", key: "durationInvalid" },
  ]);
});

it("a condition is reported at its edge", () => {
  expect(problems(GRAPH.nodes, [{ ...GRAPH.edges[0], condition: "1 +" }])).toMatchObject([
    { node: null, edge: 0, field: "condition", key: "expressionInvalid" },
  ]);
});
