import { useReactFlow } from "@xyflow/react";
import type { FocusEvent } from "react";
import type { WorkflowNode } from "@/lib/workflow/schema";

type CardButtonProps = { node: WorkflowNode; label: string; pressed?: boolean; onClick: () => void };

/** Covers a node's card, under what can be pressed in it. */
export function CardButton({ node, label, pressed, onClick }: CardButtonProps) {
  const flow = useReactFlow();

  /** What the keyboard reaches comes into sight. */
  function show(event: FocusEvent) {
    if (!event.currentTarget.matches(":focus-visible")) return;
    void flow.fitView({ nodes: [{ id: node.key }], minZoom: flow.getZoom(), maxZoom: flow.getZoom() });
  }

  return (
    <button
      type="button"
      aria-label={`${node.name || node.key}: ${label}`}
      aria-pressed={pressed}
      // What changes above the drawing may move it before the release. Who moves away instead moves the drawing.
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onClick={onClick}
      onFocus={show}
      className="absolute inset-0 rounded-lg"
    />
  );
}
