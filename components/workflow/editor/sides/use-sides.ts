import { type KeyboardEvent, useState } from "react";
import { EDITOR_COOKIE, readCookie, setCookie } from "@/components/shell/cookies";
import { isShiftKey } from "@/components/workflow/editor/use-editor-keys";

const SIDES = ["palette", "panel"] as const;
export type Side = (typeof SIDES)[number];

/** Shortcut for both sides, as `aria-keyshortcuts` spells it. */
export const SIDES_KEYS = "Shift+B";

export type Sides = {
  isOpen: (side: Side) => boolean;
  toggle: (side: Side) => void;
};

/** Which lists beside the drawing are open: remembered by the browser, and changed at once by Shift+B. */
export function useSides() {
  const [collapsed, setCollapsed] = useState(storedSides);
  const isOpen = (side: Side) => !collapsed.includes(side);

  function collapse(next: readonly Side[]) {
    setCollapsed(next);
    setCookie(EDITOR_COOKIE, next.join(" "));
  }

  function toggle(side: Side) {
    collapse(isOpen(side) ? [...collapsed, side] : collapsed.filter((one) => one !== side));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!isShiftKey(event, "B")) return;
    event.preventDefault();
    if (event.target instanceof Element) keepFocus(event.target);
    collapse(SIDES.some(isOpen) ? SIDES : []);
  }

  return { isOpen, toggle, onKeyDown };
}

function storedSides(): readonly Side[] {
  const stored = readCookie(EDITOR_COOKIE)?.split(" ") ?? [];
  return SIDES.filter((side) => stored.includes(side));
}

/** What has the focus in a list disappears with it; the button that opens it again stays. */
function keepFocus(focused: Element) {
  focused.closest("[data-side]")?.querySelector<HTMLElement>(`[aria-keyshortcuts="${SIDES_KEYS}"]`)?.focus();
}
