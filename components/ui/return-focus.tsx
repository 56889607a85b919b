"use client";

import { useLayoutEffect, useRef } from "react";
import { focusPlaceOf } from "@/components/ui/row-focus";

/** The previously focused element; for an item of a closing menu, the button that opened the menu. */
function opener(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const trigger = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return trigger ? document.getElementById(trigger) : focused;
}

/** Whether the focus is in a dialog that doesn't contain `target`: one opened by the element that closes. */
function isInAnotherDialog(target: HTMLElement): boolean {
  const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
  return dialog ? !dialog.contains(target) : false;
}

/**
 * Radix only returns the focus to its own trigger, but our dialogs are opened by state. Put `probe` inside the content
 * and `onCloseAutoFocus` on it.
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
