import { useCallback, useLayoutEffect, useRef } from "react";
import type { Folds } from "@/components/log/fold/use-folds";

/** Jumps to a line, and unfolds first what hides it. The function is stable: searches call it when they are answered. */
export function useRevealing({ reveal }: Folds, jumpTo: (line: number) => void): (line: number) => void {
  const latest = useRef({ reveal, jumpTo });
  const hidden = useRef<number | null>(null);
  // The render after unfolding knows the row of the line.
  useLayoutEffect(() => {
    latest.current = { reveal, jumpTo };
    if (hidden.current === null) return;
    jumpTo(hidden.current);
    hidden.current = null;
  });
  return useCallback((line) => {
    if (latest.current.reveal(line)) hidden.current = line;
    else latest.current.jumpTo(line);
  }, []);
}
