"use client";

import { type RefObject, useEffect } from "react";

const TYPING = "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/** Single keys that work while the log is on the screen, except where somebody types or in a dialog above it. */
export function useLogKeys(root: RefObject<HTMLElement | null>, keys: Record<string, () => void>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest(TYPING)) return;
      const dialog = event.target.closest("[role=dialog], [role=alertdialog]");
      if (dialog && !dialog.contains(root.current)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [root, keys]);
}
