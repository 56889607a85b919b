import { useTranslations } from "next-intl";
import { nameOf } from "@/components/workflow/graph/order";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** Where the node's edges lead, in a line; nothing without edges. */
export function NextNodes({ graph, node }: { graph: WorkflowGraph; node: WorkflowNode }) {
  const t = useTranslations("workflow.edges");
  const edges = graph.edges.filter(({ from }) => from === node.key);
  if (edges.length === 0) return null;
  return (
    <span className="truncate text-muted-foreground text-xs">
      {edges.map(({ to, on }) => `→ ${nameOf(graph, to)} (${t(on)})`).join(", ")}
    </span>
  );
}
