import { useEffect, useEffectEvent, useRef } from "react";

/** The shortest time between two fetches, so that a burst of changes becomes one. */
const PAUSE_MS = 400;

/**
 * A function that fetches again: at once when it has rested, else after a pause, never twice at a time. What was
 * asked for while one was under way is fetched afterwards. `fetchNow` may reject: the next call tries again.
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
        // What is on the screen stays; the next change or the reconnect asks again.
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
