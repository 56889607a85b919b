import { type ReactNode, Suspense, useEffect, useState } from "react";

/** Events that precede a click. */
const INTERACTIONS = ["pointermove", "pointerdown", "keydown"] as const;
const RETRY_MS = 2_000;

type PrefetchOnInteractionProps = {
  open: boolean;
  load: () => Promise<unknown>;
  /** Without an interaction it is prefetched after so long. */
  afterMs?: number;
  children: ReactNode;
};

/** A dialog or overlay whose code is prefetched on the first interaction with the page, so that it opens immediately. */
export function PrefetchOnInteraction({ open, load, afterMs, children }: PrefetchOnInteractionProps) {
  const [loaded, setLoaded] = useState(false);
  const wanted = useOnceOpen(open || loaded);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unmounted = false;
    const watch = () => {
      for (const interaction of INTERACTIONS) window.addEventListener(interaction, prefetch);
    };
    const ignore = () => {
      clearTimeout(timer);
      for (const interaction of INTERACTIONS) window.removeEventListener(interaction, prefetch);
    };
    const prefetch = () => {
      ignore();
      // The server was updated: opening it reports that.
      load().then(
        () => setLoaded(true),
        () => {
          if (!unmounted) timer = setTimeout(watch, RETRY_MS);
        },
      );
    };
    watch();
    if (afterMs !== undefined) timer = setTimeout(prefetch, afterMs);
    return () => {
      unmounted = true;
      ignore();
    };
  }, [load, afterMs]);

  // While it loads, the page around it keeps its place and the focus.
  return wanted && <Suspense>{children}</Suspense>;
}

/** True after the first opening: heavy content loads only then, and stays mounted for the closing animation. */
export function useOnceOpen(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened;
}
