import type { MouseEvent } from "react";

const INTERACTIVE =
  "a, button, input, select, textarea, label, [role=button], [role=menuitem], [role=switch], [data-no-open]";

/** Whether a click on a row is meant for the row: not for something in it, not the end of selecting text. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** A click by which people ask for another tab or window. */
export const wantsNewTab = (event: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "button">): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.button === 1;
