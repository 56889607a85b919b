import { useEffect, useRef, useState } from "react";
import { useUrlState } from "@/components/table/use-url-state";

const SETTLE_MS = 250;

/** The search text: shown immediately, and written to the URL when typing pauses. */
export function useSearch(name: string, onSettled: () => void): [string, (text: string) => void] {
  const [stored, store] = useUrlState(name);
  const [text, setText] = useState(stored ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      store(next.trim() || null);
      onSettled();
    }, SETTLE_MS);
  }

  return [text, change];
}
