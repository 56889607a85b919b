import { type ReactNode, useEffect, useState } from "react";
import { useOnceOpen } from "@/components/dialog/use-once-open";

/** What comes before a click. */
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

type LoadedOnTouchProps = { open: boolean; load: () => Promise<unknown>; children: ReactNode };

/** What opens over a page. Its code is fetched when somebody first touches the page, so that it is there by then. */
export function LoadedOnTouch({ open, load, children }: LoadedOnTouchProps) {
  const [loaded, setLoaded] = useState(false);
  const wanted = useOnceOpen(open || loaded);

  useEffect(() => {
    const touch = () => {
      leave();
      // Whoever opens it without the network gets to know then.
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
