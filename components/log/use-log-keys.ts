import { type RefObject, useEffect } from "react";
import { pressOf } from "@/components/shell/keys/press";

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
      if (!(event.target instanceof Element) || event.target.closest(TYPING) || !isBelow(event.target, root)) return;
      const { key, mod, alt } = pressOf(event);
      const act = keys[mod ? `Ctrl+${key}` : key];
      if (!act || alt || event.defaultPrevented) return;
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
