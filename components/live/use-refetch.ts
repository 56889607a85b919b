import { useEffect, useEffectEvent, useRef } from "react";

/** The minimum time between two fetches, so that a burst of changes causes only one. */
const PAUSE_MS = 400;

/**
 * Returns a function that refetches: at once if idle, otherwise after a pause, never in parallel. Requests during a
 * fetch cause another one afterwards. `fetchNow` may reject: the next call tries again.
 */
export function useRefetch(fetchNow: (signal: AbortSignal) => Promise<void>): () => void {
  const run = useEffectEvent(fetchNow);
  const state = useRef<{ ask: () => void }>({ ask: () => undefined });

  useEffect(() => {
    const abort = new AbortController();
    let busy = false;
    let wanted = false;
    let last = Number.NEGATIVE_INFINITY;
    const ask = async () => {
      wanted = true;
      if (busy) return;
      busy = true;
      while (wanted && !abort.signal.aborted) {
        await pause(last + PAUSE_MS - performance.now());
        if (abort.signal.aborted) return;
        wanted = false;
        last = performance.now();
        // Keep what is on the screen; the next change or reconnect refetches.
        await run(abort.signal).catch(() => undefined);
      }
      busy = false;
    };
    state.current = { ask: () => void ask() };
    return () => abort.abort();
  }, []);

  return () => state.current.ask();
}

const pause = (milliseconds: number): Promise<void> | undefined =>
  milliseconds > 0 ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : undefined;
