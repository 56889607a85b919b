import { type RefObject, useEffect } from "react";

const TYPING = "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/**
 * Shortcuts of a visible log, of one key or like `Ctrl+g`, except while typing or in a dialog above it. `within`: only with
 * the focus in the log.
 */
export function useLogKeys(
  root: RefObject<HTMLElement | null>,
  within: boolean,
  keys: Record<string, () => void>,
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const act = keys[event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key];
      if (!act || event.altKey || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest(TYPING) || !isBelow(event.target, root)) return;
      if (within && !root.current?.contains(event.target)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [root, keys, within]);
}

/** Whether no dialog lies between the focused element and the log. */
export function isBelow(target: EventTarget | null, root: RefObject<HTMLElement | null>): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog], [role=alertdialog]") : null;
  return dialog === null || dialog.contains(root.current);
}
