import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { CodeInput } from "@/components/workflow/editor/panel/draft-input";
import { EdgeEndSelect } from "@/components/workflow/editor/panel/edge-end-select";
import { PanelField, PlaceProvider } from "@/components/workflow/editor/panel/panel-field";
import { nameOf } from "@/components/workflow/graph/order";
import type { WorkflowEdge } from "@/lib/workflow/schema";

/** One edge: when it holds. */
export function EdgeFields({ index }: { index: number }) {
  const t = useTranslations();
  const { graph, dispatch } = useWorkflowEditor();
  const edge = graph.edges[index];
  if (!edge) return null;
  const change = (changed: Partial<WorkflowEdge>, field: string) =>
    dispatch({ type: "changeEdge", index, edge: { ...edge, ...changed }, field });
  const target = nameOf(graph, edge.to);

  function remove({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes with the edge.
    currentTarget.closest("section")?.querySelector<HTMLElement>("[data-path=next] button")?.focus();
    dispatch({ type: "remove", selection: { nodes: [], edges: [index] } });
  }

  return (
    <PlaceProvider value={{ node: null, edge: index }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be disabled and styled with the form's own */}
      <div
        role="group"
        data-edge={index}
        aria-label={`${nameOf(graph, edge.from)} → ${target}`}
        className="flex flex-col gap-2 rounded-md border border-border p-2"
      >
        <div className="flex items-center justify-between gap-2">
          <span className="truncate font-medium text-sm">→ {target}</span>
          <IconButton label={t("form.removeItem", { item: `→ ${target}` })} onClick={remove}>
            <Trash2 />
          </IconButton>
        </div>
        <EdgeEndSelect value={edge.on} onChange={(on) => change({ on }, "on")} />
        <PanelField path="condition" label={t("workflow.editor.condition")}>
          {(control) => (
            <CodeInput
              control={control}
              value={edge.condition}
              onChange={(condition) => change({ condition }, "condition")}
              placeholder="inputs.region == 'eu'"
            />
          )}
        </PanelField>
      </div>
    </PlaceProvider>
  );
}
