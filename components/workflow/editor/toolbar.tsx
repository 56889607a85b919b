import { useReactFlow } from "@xyflow/react";
import { LayoutDashboard, Maximize2, Minimize2, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { AddMenu } from "@/components/workflow/editor/add-menu";
import { FIT } from "@/components/workflow/editor/canvas/use-fit-to-screen";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { layoutGraph } from "@/components/workflow/graph/layout";

type ToolbarProps = { canUndo: boolean; canRedo: boolean; full: boolean; onFull: () => void };

export function Toolbar({ canUndo, canRedo, full, onFull }: ToolbarProps) {
  const t = useTranslations("workflow.editor");
  const { graph, dispatch } = useWorkflowEditor();
  const { fitView } = useReactFlow();

  function arrange() {
    dispatch({ type: "move", places: layoutGraph(graph) });
    // The nodes have moved once React has rendered.
    setTimeout(() => void fitView(FIT), 50);
  }

  return (
    <div role="toolbar" aria-label={t("tools")} className="ml-auto flex items-center gap-0.5 py-1">
      <IconButton label={t("undo")} aria-disabled={!canUndo} onClick={() => dispatch({ type: "undo" })}>
        <Undo2 />
      </IconButton>
      <IconButton label={t("redo")} aria-disabled={!canRedo} onClick={() => dispatch({ type: "redo" })}>
        <Redo2 />
      </IconButton>
      <IconButton label={t("arrange")} disabled={graph.nodes.length === 0} onClick={arrange}>
        <LayoutDashboard />
      </IconButton>
      <IconButton label={t("fullScreen")} aria-pressed={full} aria-keyshortcuts="Shift+F" onClick={onFull}>
        {full ? <Minimize2 /> : <Maximize2 />}
      </IconButton>
      <AddMenu />
    </div>
  );
}
