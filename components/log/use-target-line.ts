"use client";

import { useCallback, useEffect, useState } from "react";
import { lineHash, parseLineHash } from "@/components/log/line-hash";

/** The line the URL's hash points at, and how to point it elsewhere. */
export function useTargetLine(onArrive: (line: number) => void): [number | null, (line: number) => void] {
  const [target, setTarget] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once; onArrive only reads refs
  useEffect(() => {
    const read = () => {
      const line = parseLineHash(window.location.hash);
      setTarget(line);
      if (line !== null) onArrive(line);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  const point = useCallback((line: number) => {
    setTarget(line);
    window.history.replaceState(null, "", lineHash(line));
  }, []);

  return [target, point];
}
