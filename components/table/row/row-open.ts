import type { MouseEvent } from "react";

const INTERACTIVE =
  "a, button, input, select, textarea, label, [role=button], [role=menuitem], [role=switch], [data-no-open]";

/** Whether a click is meant for the row itself: not for a control in it, and not the end of a text selection. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest(INTERACTIVE)) return false;
  return (window.getSelection()?.toString() ?? "") === "";
}

/** For a link: opens here what it leads to, but a new tab or window by its address. */
export const opensHere =
  (open: () => void) =>
  (event: MouseEvent): void => {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    open();
  };

/** A click that opens a new tab or window. */
export const wantsNewTab = (event: Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "button">): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.button === 1;
