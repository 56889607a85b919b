import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { NodeDetail, NodeIcon, type NodeTemplate } from "@/components/workflow/graph/node-card";
import { nameOf, nodesInOrder } from "@/components/workflow/graph/order";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

type GraphListProps = {
  label: string;
  graph: WorkflowGraph;
  row: (node: WorkflowNode) => ReactNode;
};

/** A graph to read: the twin of its drawing for screen readers and phones. */
export function GraphList({ label, graph, row }: GraphListProps) {
  const nodes = useMemo(() => nodesInOrder(graph), [graph]);
  return (
    <ol aria-label={label} className="min-h-0 flex-1 divide-y divide-border overflow-y-auto text-sm">
      {nodes.map((node) => (
        <li key={node.key}>{row(node)}</li>
      ))}
    </ol>
  );
}

type GraphRowProps = { graph: WorkflowGraph; node: WorkflowNode; template: NodeTemplate; children?: ReactNode };

/** What a node does, and what follows it. */
export function GraphRow({ graph, node, template, children }: GraphRowProps) {
  return (
    <span className="flex min-w-0 flex-1 items-start gap-2.5 px-3 py-2">
      <span className="grid h-5 place-items-center">
        <NodeIcon node={node} template={template} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-medium">{node.name || node.key}</span>
        <span className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
          <NodeDetail node={node} template={template} />
        </span>
        <NextNodes graph={graph} node={node} />
        {children}
      </span>
    </span>
  );
}

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
