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

const DIALOG = "[role=dialog], [role=alertdialog]";

/** Whether something else has taken the focus: a dialog opened by the element that closes, or what the next key chose. */
function isTaken(target: HTMLElement | null): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return false;
  // Without a focused element in it, a dialog behind the one that closes has the focus itself.
  return target?.isConnected === false ? !focused.matches(DIALOG) : !focused.contains(target);
}

/**
 * Radix only returns the focus to its own trigger, but our dialogs are opened by state. Put `probe` inside the content
 * and `onCloseAutoFocus` on it.
 */
export function useReturnFocus() {
  const before = useRef<{ target: HTMLElement; focusPlace: (() => void) | null } | null>(null);

  function onCloseAutoFocus(event: Event) {
    const target = before.current?.target ?? null;
    const focusPlace = before.current?.focusPlace;
    before.current = null;
    if (isTaken(target)) return event.preventDefault();
    if (target?.isConnected) {
      event.preventDefault();
      target.focus();
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
