import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath, MarkerType } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { cn } from "@/components/ui/cn";
import type { WorkflowEdge } from "@/lib/workflow/schema";

/** In a run: it held, it did not, or it is still open, as always in the editor. */
export type EdgeState = "open" | "held" | "refused";

export type FlowEdge = Edge<Pick<WorkflowEdge, "on" | "condition"> & { state: EdgeState }, "flow">;

const edgeId = ({ from, to, on }: WorkflowEdge): string => `${from} ${to} ${on}`;

/** For React Flow. */
export function toFlowEdge(edge: WorkflowEdge, state: EdgeState = "open"): FlowEdge {
  const { from: source, to: target, on, condition } = edge;
  const color = colourOf(on, state);
  return {
    id: edgeId(edge),
    type: "flow",
    source,
    target,
    data: { on, condition, state },
    markerEnd: { type: MarkerType.ArrowClosed, color, width: 16, height: 16 },
  };
}

const TAKEN: Record<WorkflowEdge["on"], string> = {
  success: "var(--success)",
  failure: "var(--error)",
  always: "var(--muted-foreground)",
};

/** Colour is for edges that were taken, and for those after a failure. */
function colourOf(on: WorkflowEdge["on"], state: EdgeState): string {
  if (state === "refused") return "var(--border)";
  return state === "held" || on === "failure" ? TAKEN[on] : "var(--waiting)";
}

const LABELS: Record<WorkflowEdge["on"], string> = {
  success: "text-success-text",
  failure: "text-error-text",
  always: "text-muted-foreground",
};

/** An edge; it says when it holds, unless that is after a success. */
export const GraphEdge = memo(function GraphEdge(props: EdgeProps<FlowEdge>) {
  const { id, data, selected, markerEnd } = props;
  const t = useTranslations("workflow.edges");
  const [path, x, y] = getBezierPath(props);
  const { on = "success", condition = "", state = "open" } = data ?? {};
  const isLabelled = on !== "success" || condition !== "";
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={markerEnd}
        style={{
          stroke: selected ? "var(--ring)" : colourOf(on, state),
          strokeWidth: selected || state === "held" ? 2 : 1.5,
          strokeDasharray: on === "success" ? undefined : "5 4",
        }}
      />
      {isLabelled && (
        <EdgeLabelRenderer>
          <span
            className={cn(
              "nopan absolute max-w-32 truncate rounded-sm bg-background px-1.5 text-xs",
              state === "refused" ? "text-muted-foreground" : LABELS[on],
            )}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
            title={condition || undefined}
          >
            {on !== "success" && t(on)} {condition && <code className="font-mono">{condition}</code>}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
