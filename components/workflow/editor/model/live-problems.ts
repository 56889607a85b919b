import { type GraphProblem, graphProblems, type KnownResources } from "@/lib/template/rules/graph-problems";
import type { SurveyVar } from "@/lib/template/schema";
import { issueProblem } from "@/lib/workflow/rules/text";
import { WorkflowGraph } from "@/lib/workflow/schema";

/** `key` is one of messages.errors. */
export type LiveProblem = Omit<GraphProblem, "key"> & { key: string };

/** What would be refused when the graph is saved, and what would keep it from running. */
export function liveProblems(graph: WorkflowGraph, known: KnownResources, inputs: readonly SurveyVar[]): LiveProblem[] {
  const issues = WorkflowGraph.safeParse(graph).error?.issues ?? [];
  const refused = issues.map((issue) => placed(graph, issueProblem(issue)));
  const isRefused = ({ node, edge, field }: GraphProblem) =>
    refused.some((one) => one.node === node && one.edge === edge && `${one.field}.`.startsWith(`${field}.`));
  return [...refused, ...graphProblems(graph, known, inputs).filter((problem) => !isRefused(problem))];
}

function placed(graph: WorkflowGraph, { path, ...problem }: ReturnType<typeof issueProblem>): LiveProblem {
  const [list, index, ...rest] = path;
  const number = typeof index === "number" ? index : null;
  return {
    node: list === "nodes" && number !== null ? (graph.nodes[number]?.key ?? null) : null,
    edge: list === "edges" ? number : null,
    field: rest.join("."),
    ...problem,
  };
}
