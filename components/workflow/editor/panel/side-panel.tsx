import { Copy, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { NOTHING } from "@/components/workflow/editor/model/editor-state";
import { partOf } from "@/components/workflow/editor/model/graph-edits";
import { EdgeFields } from "@/components/workflow/editor/panel/edge-fields";
import { NodePanel } from "@/components/workflow/editor/panel/node-panel";
import { SideButton } from "@/components/workflow/editor/sides/side-button";
import { nameOf } from "@/components/workflow/graph/order";

/** Beside the drawing: what is selected in it. */
export function SidePanel() {
  const t = useTranslations();
  const { graph, selection, dispatch, sides } = useWorkflowEditor();
  const open = sides.isOpen("panel");
  const nodes = graph.nodes.filter(({ key }) => selection.nodes.includes(key));
  const [node] = nodes;
  const [edge] = selection.edges;
  if (nodes.length + selection.edges.length === 0) return null;
  const single = nodes.length + selection.edges.length === 1;
  const count = nodes.length + selection.edges.length;
  const title = single && node ? nameOf(graph, node.key) : t("workflow.editor.selected", { count });
  return (
    <section
      data-side
      aria-label={title}
      className={cn(
        "flex shrink-0 flex-col border-border border-l bg-card max-md:absolute max-md:inset-y-0 max-md:right-0 max-md:z-10",
        open && "w-84",
      )}
    >
      <header className={cn("flex h-10 shrink-0 items-center gap-1 border-border px-1", open && "border-b pl-3")}>
        {open && <h3 className="min-w-0 flex-1 truncate font-semibold text-sm">{title}</h3>}
        {open && nodes.length > 0 && (
          <IconButton
            label={t("workflow.editor.duplicate")}
            onClick={() => dispatch({ type: "paste", part: partOf(graph, selection.nodes) })}
          >
            <Copy />
          </IconButton>
        )}
        {open && (
          <IconButton label={t("common.delete")} onClick={() => dispatch({ type: "remove", selection })}>
            <Trash2 />
          </IconButton>
        )}
        <SideButton side="panel" />
        {open && (
          <IconButton label={t("common.close")} onClick={() => dispatch({ type: "select", selection: NOTHING })}>
            <X />
          </IconButton>
        )}
      </header>
      {open && single && (
        <div className="flex-1 overflow-y-auto p-3">
          {node ? <NodePanel key={node.key} node={node} /> : <EdgeFields index={edge ?? 0} />}
        </div>
      )}
    </section>
  );
}
