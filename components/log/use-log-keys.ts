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
      if (!(event.target instanceof Element) || event.target.closest(TYPING)) return;
      if (!isKeyFor(root, within, event)) return;
      const { key, mod, alt } = pressOf(event);
      const act = keys[mod ? `Ctrl+${key}` : key];
      if (!act || alt || event.defaultPrevented) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [root, keys, within]);
}

/** Whether a key is for this log: no dialog lies between the focused element and the log, or the focus is in it. */
export function isKeyFor(root: RefObject<HTMLElement | null>, within: boolean, { target }: KeyboardEvent): boolean {
  const focused = target instanceof Element ? target : null;
  if (within) return root.current?.contains(focused) ?? false;
  const dialog = focused?.closest("[role=dialog], [role=alertdialog]") ?? null;
  return dialog === null || dialog.contains(root.current);
}
