import { ChevronRight, Copy, Trash2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { NOTHING } from "@/components/workflow/editor/model/editor-state";
import { partOf } from "@/components/workflow/editor/model/graph-edits";
import { NodePanel } from "@/components/workflow/editor/panel/node-panel";
import { NextNodes } from "@/components/workflow/graph/graph-list";
import { NodeDetail, NodeIcon } from "@/components/workflow/graph/node-card";
import { nameOf } from "@/components/workflow/graph/order";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** A row for a node with where its edges lead; it opens to everything about the node. */
export function OutlineNode({ node }: { node: WorkflowNode }) {
  const t = useTranslations();
  const { graph, selection, dispatch, templates } = useWorkflowEditor();
  const open = selection.nodes.includes(node.key);
  const template = node.kind === "template" ? templates.get(node.template_id) : undefined;
  const only = { nodes: [node.key], edges: [] };
  return (
    <li>
      <div className={cn("flex items-center gap-1 pr-2", open && "bg-accent/60")}>
        <button
          type="button"
          data-row={node.key}
          aria-expanded={open}
          onClick={() => dispatch({ type: "select", selection: open ? NOTHING : only })}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 px-3 py-1.5 text-left -outline-offset-2"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn("size-4 shrink-0 text-muted-foreground transition-transform", open && "rotate-90")}
          />
          <NodeIcon node={node} template={template} />
          <span className="grid min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium text-sm">{nameOf(graph, node.key)}</span>
              <Problems node={node} />
            </span>
            <span className="flex min-w-0 items-center gap-2 text-muted-foreground text-xs">
              <NodeDetail node={node} template={template} />
            </span>
            <NextNodes graph={graph} node={node} />
          </span>
        </button>
        <IconButton
          label={`${t("workflow.editor.duplicate")}: ${nameOf(graph, node.key)}`}
          onClick={() => dispatch({ type: "paste", part: partOf(graph, [node.key]) })}
        >
          <Copy />
        </IconButton>
        <IconButton
          label={`${t("common.delete")}: ${nameOf(graph, node.key)}`}
          onClick={() => dispatch({ type: "remove", selection: only })}
        >
          <Trash2 />
        </IconButton>
      </div>
      {open && (
        <div className="max-w-xl px-3 pt-2 pb-4 sm:pl-12">
          <NodePanel node={node} />
        </div>
      )}
    </li>
  );
}

function Problems({ node }: { node: WorkflowNode }) {
  const t = useTranslations("workflow.editor");
  const { problems } = useWorkflowEditor();
  const count = problems.filter((problem) => problem.node === node.key).length;
  if (count === 0) return null;
  return <TriangleAlert role="img" aria-label={t("problems", { count })} className="size-4 shrink-0 text-error-text" />;
}
