import type { KeyboardEvent, RefObject } from "react";
import { focusNode } from "@/components/workflow/editor/focus";
import type { EditorAction, EditorState, Selection } from "@/components/workflow/editor/model/editor-state";
import { orderOf } from "@/components/workflow/graph/order";

/** In a field, keys are for its text. */
export const isText = (target: Element): boolean => target.closest("input, textarea, select, [role=combobox]") !== null;

/** A letter with Shift, pressed in the editor but not in a text. */
export function isShiftKey(event: KeyboardEvent<HTMLElement>, letter: string): boolean {
  const { target, key } = event;
  // React events of lists that are open over the page arrive here too.
  if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target)) return false;
  return key === letter && event.shiftKey && !event.ctrlKey && !event.metaKey && !isText(target);
}

/** In the drawing, or on a row of the outline. */
export const isInGraph = (target: Element): boolean => target.closest(".react-flow, [data-row]") !== null;

/** In the outline, keys act on the row that has the focus. */
export function selectionAt(target: Element, selection: Selection): Selection {
  const key = target instanceof HTMLElement ? target.dataset.row : undefined;
  return key === undefined ? selection : { nodes: [key], edges: [] };
}

/** Delete, Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y. */
export function useEditorKeys(
  { graph, ...state }: EditorState,
  dispatch: (action: EditorAction) => void,
  root: RefObject<HTMLElement | null>,
) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // React events of lists that are open over the page arrive here too.
    if (!(target instanceof Element) || !event.currentTarget.contains(target) || isText(target)) return;
    const selection = selectionAt(target, state.selection);
    const isDelete = (event.key === "Delete" || event.key === "Backspace") && isInGraph(target);
    const action: EditorAction | null = isDelete ? { type: "remove", selection } : travelOf(event);
    if (!action) return;
    event.preventDefault();
    if (isDelete) focusNeighbour(selection);
    dispatch(action);
  };

  function focusNeighbour({ nodes }: Selection) {
    const order = orderOf(graph);
    const at = order.findIndex((key) => nodes.includes(key));
    const left = order.filter((key) => !nodes.includes(key));
    const next = left[Math.min(Math.max(at, 0), left.length - 1)];
    if (at >= 0 && next !== undefined) focusNode(root, next);
  }
}

function travelOf(event: KeyboardEvent): EditorAction | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === "y" || (key === "z" && event.shiftKey)) return { type: "redo" };
  return key === "z" ? { type: "undo" } : null;
}
