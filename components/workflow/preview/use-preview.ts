import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { Answer } from "@/lib/client/client";
import type { Template } from "@/lib/template/schema";
import type { WorkflowGraph } from "@/lib/workflow/schema";

export type Foreseen = Answer<"POST /project/:projectId/templates/:templateId/preview">[number];
type Named = Pick<Template, "id" | "name" | "app">;

export type PreviewState = {
  /** Null until they are loaded. */
  nodes: ReadonlyMap<string, Foreseen> | null;
  templates: readonly Named[];
  problem: string | null;
  retry: () => void;
  /** Assumes that the node fails, or no longer. */
  toggle: (key: string) => void;
};

/** Nodes whose template was deleted: they fail. */
export const withoutTemplate = ({ nodes }: WorkflowGraph, templates: readonly Pick<Named, "id">[]): string[] => {
  const known = new Set(templates.map(({ id }) => id));
  return nodes.flatMap((node) => (node.kind === "template" && !known.has(node.template_id) ? [node.key] : []));
};

type PreviewOptions = {
  template: Pick<Template, "id" | "project_id">;
  graph: WorkflowGraph;
  inputs: Record<string, unknown>;
};

/** Which nodes of a workflow would run with these answers. */
export function usePreview({ template, graph, inputs }: PreviewOptions): PreviewState {
  const { id: templateId, project_id: projectId } = template;
  const problemText = useProblemText();
  const [nodes, setNodes] = useState<PreviewState["nodes"]>(null);
  const [templates, setTemplates] = useState<readonly Named[] | null>(null);
  const [failing, setFailing] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  const refetch = useRefetch(async (signal) => {
    try {
      const params = { projectId, templateId };
      const known = templates ?? (await api("GET /project/:projectId/templates", { params: { projectId }, signal }));
      const fails = [...failing, ...withoutTemplate(graph, known)];
      const ends = Object.fromEntries(fails.map((key) => [key, "failed" as const]));
      const body = { inputs, ends };
      const foreseen = await api("POST /project/:projectId/templates/:templateId/preview", { params, body, signal });
      setTemplates(known);
      setNodes(new Map(foreseen.map((node) => [node.key, node])));
      setProblem(null);
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error));
    }
  });

  const again = useEffectEvent(refetch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other ends, another answer
  useEffect(() => again(), [failing]);

  return {
    nodes,
    problem,
    retry: refetch,
    templates: templates ?? [],
    toggle: (key) => setFailing((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])),
  };
}
