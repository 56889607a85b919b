import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { type LineRange, lineHash, linesBetween, oneLine, parseLines } from "@/components/log/line/line-hash";
import { replaceAddress } from "@/components/shell/history-entry";

/** The lines in the URL's hash, if `linked`, and setters; `extend` keeps the first linked line. */
export function useTargetLines(onArrive: (line: number) => void, linked: boolean) {
  const [target, setTarget] = useState<LineRange | null>(null);
  const arrive = useEffectEvent(onArrive);

  useEffect(() => {
    if (!linked) return;
    const read = () => {
      const lines = parseLines(window.location.hash);
      setTarget(lines);
      if (lines) arrive(lines.first);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [linked]);

  const select = useCallback(
    (lines: LineRange) => {
      setTarget(lines);
      if (linked) replaceAddress(lineHash(lines));
    },
    [linked],
  );

  const point = useCallback(
    (line: number, extend = false) => {
      const start = extend && linked ? parseLines(window.location.hash) : null;
      select(start ? linesBetween(start.first, line) : oneLine(line));
    },
    [select, linked],
  );

  return { target, point, select };
}

/** The lines of the text that is selected in the log; null for less than two. */
export function selectedLines(log: HTMLElement): LineRange | null {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const ends = [selection.anchorNode, selection.focusNode].map((node) => {
    const row = (node instanceof Element ? node : node?.parentElement)?.closest("[data-line]");
    return row && log.contains(row) ? Number(row.getAttribute("data-line")) - 1 : null;
  });
  const [from, to] = ends;
  return from == null || to == null || from === to ? null : linesBetween(from, to);
}
