import type { KeyboardEvent } from "react";
import { pressOf } from "@/components/shell/keys/press";
import type { EditorAction, EditorState, Selection } from "@/components/workflow/editor/model/editor-state";

/** In a field, keys are for its text. */
export const isText = (target: Element): boolean => target.closest("input, textarea, select, [role=combobox]") !== null;

/** A letter with Shift, pressed in the editor but not in a text. */
export function isShiftKey(event: KeyboardEvent<HTMLElement>, letter: string): boolean {
  const { target } = event;
  // React events of lists that are open over the page arrive here too.
  if (event.defaultPrevented || !(target instanceof Element) || !event.currentTarget.contains(target)) return false;
  const { key, mod } = pressOf(event);
  return key === letter && event.shiftKey && !mod && !isText(target);
}

/** In the drawing, or on a row of the outline. */
export const isInGraph = (target: Element): boolean => target.closest(".react-flow, [data-row]") !== null;

/** In the outline, keys act on the row that has the focus; in the drawing too, if nothing is selected. */
export function selectionAt(target: Element, selection: Selection): Selection {
  const key = target instanceof HTMLElement ? target.dataset.row : undefined;
  if (key !== undefined) return { nodes: [key], edges: [] };
  const drawn = selection.nodes.length + selection.edges.length === 0 ? target.closest(DRAWN) : null;
  const id = drawn?.getAttribute("data-id") ?? null;
  if (!drawn || id === null) return selection;
  return drawn.matches(DRAWN_EDGE) ? { nodes: [], edges: [Number(id)] } : { nodes: [id], edges: [] };
}

/** Escape on a node or edge of the drawing ends the selection; React Flow would take the focus away as well. */
export function isEscapeOnDrawn({ key, target }: KeyboardEvent): boolean {
  return key === "Escape" && target instanceof Element && target.matches(DRAWN);
}

const DRAWN_EDGE = ".react-flow__edge";
const DRAWN = `.react-flow__node, ${DRAWN_EDGE}`;

/** Delete, Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y. */
export function useEditorKeys(state: EditorState, dispatch: (action: EditorAction) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // React events of lists that are open over the page arrive here too.
    if (!(target instanceof Element) || !event.currentTarget.contains(target) || isText(target)) return;
    const selection = selectionAt(target, state.selection);
    const isDelete = (event.key === "Delete" || event.key === "Backspace") && isInGraph(target);
    const action: EditorAction | null = isDelete ? { type: "remove", selection } : travelOf(event);
    if (!action) return;
    event.preventDefault();
    dispatch(action);
  };
}

function travelOf(event: KeyboardEvent): EditorAction | null {
  const { key, mod } = pressOf(event);
  if (!mod) return null;
  if (["y", "Y", "Z"].includes(key)) return { type: "redo" };
  return key === "z" ? { type: "undo" } : null;
}
