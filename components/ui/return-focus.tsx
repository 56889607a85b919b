"use client";

import { useLayoutEffect, useRef } from "react";
import { focusPlaceOf } from "@/components/ui/row-focus";

/** What had the focus before; of a menu that is closing, the button that opened it. */
function opener(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const trigger = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return trigger ? document.getElementById(trigger) : focused;
}

/** Whether a dialog has the focus that `target` is no part of: the one that was opened from what closes. */
function isInAnotherDialog(target: HTMLElement): boolean {
  const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
  return dialog ? !dialog.contains(target) : false;
}

/**
 * Radix gives the focus back only to a trigger of its own; our dialogs are opened by state. `probe` goes inside
 * the content, `onCloseAutoFocus` on it.
 */
export function useReturnFocus() {
  const before = useRef<{ target: HTMLElement; focusPlace: (() => void) | null } | null>(null);

  function onCloseAutoFocus(event: Event) {
    if (!before.current) return;
    const { target, focusPlace } = before.current;
    before.current = null;
    if (target.isConnected) {
      event.preventDefault();
      if (!isInAnotherDialog(target)) target.focus();
    } else if (focusPlace) {
      event.preventDefault();
      focusPlace();
    }
  }

  function remember() {
    const target = opener();
    if (target) before.current ??= { target, focusPlace: focusPlaceOf(target) };
  }

  return {
    probe: <FocusProbe onMount={remember} />,
    onCloseAutoFocus,
  };
}

/** A layout effect runs before anything inside the dialog takes the focus. */
function FocusProbe({ onMount }: { onMount: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog appears
  useLayoutEffect(onMount, []);
  return null;
}
