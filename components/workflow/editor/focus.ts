import type { RefObject } from "react";
import { orderOf } from "@/components/workflow/graph/order";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** What was selected has its fields only once React has rendered. */
const soon = (act: () => void) => setTimeout(act, 50);

/** Focuses a node in the drawing or its row in the outline. `onHidden`: it is outside what the drawing shows. */
export function focusNode(root: RefObject<HTMLElement | null>, key: string, onHidden?: () => void): void {
  soon(() => {
    const element = focusKey(root, key);
    const canvas = element?.closest(".react-flow");
    if (element && canvas && !isWithin(element, canvas)) onHidden?.();
  });
}

function focusKey(root: RefObject<HTMLElement | null>, key: string): HTMLElement | null {
  const element = root.current?.querySelector<HTMLElement>(`[data-row="${key}"], .react-flow__node[data-id="${key}"]`);
  // The drawing moves itself; scrolled by the browser, it would lose its place.
  element?.focus({ preventScroll: element.dataset.row === undefined });
  return element ?? null;
}

function isWithin(element: Element, frame: Element): boolean {
  const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}

/**
 * What has the focus may go with a node or its fields; keys, such as those that undo it, only reach the editor from inside
 * of it. The focus goes to the node that follows, or to the tab of the view.
 */
export function keepFocus(root: RefObject<HTMLElement | null>, before: WorkflowGraph, after: WorkflowGraph): void {
  const focused = document.activeElement;
  if (!focused || !root.current?.contains(focused)) return;
  const next = neighbourOf(before, after);
  const move = () => {
    if (next === undefined) root.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
    else focusKey(root, next);
  };
  // At once, so that the next key is not lost.
  if (isOfMissing(focused, after)) move();
  else soon(() => document.activeElement === document.body && move());
}

/** In a node of the drawing, or its row in the outline, that is no longer there. */
function isOfMissing(focused: Element, { nodes }: WorkflowGraph): boolean {
  const shown = focused.closest<HTMLElement>(".react-flow__node, [data-row]");
  const key = shown?.dataset.row ?? shown?.dataset.id;
  return key !== undefined && !nodes.some((node) => node.key === key);
}

/** The node after the first that is gone, or the last one. */
function neighbourOf(before: WorkflowGraph, after: WorkflowGraph): string | undefined {
  const left = orderOf(after);
  const gone = orderOf(before).findIndex((key) => !left.includes(key));
  return left[Math.min(Math.max(gone, 0), left.length - 1)];
}

const CONTROLS = "input, textarea, button, select";

/** Focuses the field of the selected node or edge, or one that contains it. `edge`: of several, the one of this edge. */
export function focusField(root: RefObject<HTMLElement | null>, path: string, edge: number | null): void {
  soon(() => {
    const scope = root.current?.querySelector(`[data-edge="${edge}"]`) ?? root.current;
    const fields = [...(scope?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
    const found = fields
      .filter(({ dataset }) => path === dataset.path || path.startsWith(`${dataset.path}.`))
      .toSorted((a, b) => (b.dataset.path ?? "").length - (a.dataset.path ?? "").length)[0];
    const controls = [...((found ?? fields[0])?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const control = controls.find((one) => one.id !== "") ?? controls[0];
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  });
}
