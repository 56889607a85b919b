import { graphFromText } from "@/lib/workflow/rules/text";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Problem = { key: string; params?: Record<string, string | number> };

/** What a pasted text means to the graph: nodes, or nodes that cannot be read. Null: it has nothing to do with graphs. */
export function pasted(
  text: string,
  templates: ReadonlyMap<number, { name: string }>,
): { part: WorkflowGraph } | { problem: Problem } | null {
  const read = graphFromText(text, templates);
  if (read.ok) return read.graph.nodes.length > 0 ? { part: read.graph } : null;
  const [problem] = read.problems;
  return problem && !NO_GRAPH.has(problem.key) ? { problem } : null;
}

const NO_GRAPH: ReadonlySet<string> = new Set(["textInvalid", "textNoNodes"]);
