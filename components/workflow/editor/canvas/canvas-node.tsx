import { Handle, type NodeProps, Position } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { CanvasNode as CanvasNodeData } from "@/components/workflow/editor/canvas/use-canvas-nodes";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { NodeCard } from "@/components/workflow/graph/node-card";
import { isFinalNode } from "@/lib/workflow/rules/structure";

/** A node with the points from which edges are drawn. Only tasks and approvals can fail. */
export const CanvasNode = memo(function CanvasNode({ data: { node }, selected }: NodeProps<CanvasNodeData>) {
  const t = useTranslations("workflow");
  const { graph, templates, problems } = useWorkflowEditor();
  const count = problems.filter((problem) => problem.node === node.key).length;
  // One with edges shows them, so that they can be removed.
  const connects = !isFinalNode(node) || graph.edges.some(({ from, to }) => from === node.key || to === node.key);
  return (
    <>
      {connects && <Handle type="target" position={Position.Left} />}
      <NodeCard
        node={node}
        template={node.kind === "template" ? templates.get(node.template_id) : undefined}
        selected={selected}
        tone={count > 0 ? "error" : null}
        end={count > 0 && <ProblemMark label={t("editor.problems", { count })} />}
      >
        {node.kind === "approval" && <p className="line-clamp-5 whitespace-pre-line text-xs">{node.text}</p>}
      </NodeCard>
      {connects && (
        <Handle type="source" id="success" position={Position.Right} title={t("edges.success")} data-on="success" />
      )}
      {connects && node.kind !== "wait" && (
        <Handle type="source" id="failure" position={Position.Right} title={t("edges.failure")} data-on="failure" />
      )}
    </>
  );
});

const ProblemMark = ({ label }: { label: string }) => (
  <TriangleAlert role="img" aria-label={label} className="size-4 shrink-0 text-error-text" />
);
