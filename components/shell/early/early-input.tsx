"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { NOTE_INPUT, type Repeat, takeClicks, takeTyped } from "@/components/shell/early/repeat";

/** Comes before everything that can be clicked. As a component of the browser it is in a page once. */
export const NoteInput = ({ nonce }: { nonce: string | undefined }) => (
  // The browser hides the nonce from React.
  <script nonce={nonce} suppressHydrationWarning>
    {NOTE_INPUT}
  </script>
);

/**
 * What was typed and pressed before the scripts had loaded has its effect as soon as they have. React hears of none of it, and
 * empties the fields when it next draws them. Stands behind everything else, so that the effects of all other components have run.
 * It may not be loaded on demand.
 */
export function EarlyInput() {
  const early = useRef<Repeat[]>([]);
  const shown = useSearchParams().toString();
  useLayoutEffect(() => {
    early.current.push(...takeTyped(), ...takeClicks());
  }, []);
  const repeat = useEffectEvent(() => {
    sayUrlAgain(shown);
    for (const step of early.current.splice(0)) step();
  });
  // After the effects of the components around it.
  useEffect(() => queueMicrotask(() => repeat()), []);
  return null;
}

/**
 * Next only notices that the URL is changed from an effect of its own on. Between hydration and that effect a click may already
 * have changed it, and its screen would never follow.
 */
function sayUrlAgain(shown: string): void {
  const { href, search } = window.location;
  if (new URLSearchParams(search).toString() !== shown) window.history.replaceState(window.history.state, "", href);
}
