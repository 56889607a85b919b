import { type ReactNode, useEffect, useState } from "react";
import { useOnceOpen } from "@/components/dialog/use-once-open";

/** Events that precede a click. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

type LoadedOnTouchProps = { open: boolean; load: () => Promise<unknown>; children: ReactNode };

/** A dialog or overlay whose code is prefetched on the first interaction with the page, so that it opens immediately. */
export function LoadedOnTouch({ open, load, children }: LoadedOnTouchProps) {
  const [loaded, setLoaded] = useState(false);
  const wanted = useOnceOpen(open || loaded);

  useEffect(() => {
    const touch = () => {
      leave();
      // Offline: opening it reports the error.
      load().then(
        () => setLoaded(true),
        () => undefined,
      );
    };
    const leave = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, touch);
    };
    for (const sign of SIGNS) window.addEventListener(sign, touch);
    return leave;
  }, [load]);

  return wanted && children;
}
