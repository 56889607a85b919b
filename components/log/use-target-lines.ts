import { useCallback, useEffect, useState } from "react";
import { type LineRange, lineHash, linesBetween, oneLine, parseLines } from "@/components/log/line/line-hash";

/** The lines in the URL's hash, and a setter; `extend` keeps the first linked line. */
export function useTargetLines(
  onArrive: (line: number) => void,
): [LineRange | null, (line: number, extend: boolean) => void] {
  const [target, setTarget] = useState<LineRange | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once; onArrive only reads refs
  useEffect(() => {
    const read = () => {
      const lines = parseLines(window.location.hash);
      setTarget(lines);
      if (lines) onArrive(lines.first);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  const point = useCallback((line: number, extend: boolean) => {
    const start = extend ? parseLines(window.location.hash) : null;
    const lines = start ? linesBetween(start.first, line) : oneLine(line);
    setTarget(lines);
    window.history.replaceState(null, "", lineHash(lines));
  }, []);

  return [target, point];
}
