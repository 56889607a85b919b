import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { focusPlaceOf } from "@/components/ui/row-focus";

/** When the focused row is removed, the row in its place gets the focus. Spread it around the rows that are `shown`. */
export function useKeptFocus(shown: readonly unknown[] | null) {
  const last = useRef<{ target: Element; focusPlace: (() => void) | null } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can have taken it away
  useLayoutEffect(() => {
    if (!last.current || last.current.target.isConnected) return;
    const { focusPlace } = last.current;
    last.current = null;
    focusPlace?.();
  }, [shown]);

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = { target, focusPlace: focusPlaceOf(target) };
    },
    // React fires no blur event when it removes the row.
    onBlur: () => {
      last.current = null;
    },
  };
}
