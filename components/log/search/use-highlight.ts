import { type RefObject, useEffect } from "react";
import type { TextQuery } from "@/components/log/search/use-hits";

const NAME = "log-match";
/** Not in a stylesheet, because the bundler doesn't know this pseudo-element yet and warns at every build. */
const STYLE = `::highlight(${NAME}) { background: var(--amber); color: var(--background); }`;

/**
 * Highlights what was searched for in the rendered lines. Of a pattern, the lines are marked that the server found: a
 * pattern that takes hours could not be interrupted here.
 */
export function useHighlight(root: RefObject<HTMLElement | null>, { text, isExact, isPattern }: TextQuery): void {
  // Every render may add other lines.
  useEffect(() => {
    if (!text || isPattern || !root.current || typeof Highlight === "undefined") return;
    const wanted = isExact ? text : text.toLowerCase();
    const lines = [...root.current.querySelectorAll("[data-output]")];
    const matches = allMatches();
    const ours = lines.flatMap((line) => rangesIn(line, wanted, isExact));
    for (const range of ours) matches.add(range);
    return () => {
      for (const range of ours) matches.delete(range);
    };
  });
}

let all: Highlight | null = null;

/** The matches of all logs on the screen. */
function allMatches(): Highlight {
  if (all) return all;
  all = new Highlight();
  CSS.highlights.set(NAME, all);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  return all;
}

/** A match may start in one colour and end in another. */
function rangesIn(line: Element, wanted: string, isExact: boolean): Range[] {
  const content = line.textContent ?? "";
  const text = isExact ? content : content.toLowerCase();
  const ranges: Range[] = [];
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
    const from = pointAt(line, start);
    const to = pointAt(line, start + wanted.length - 1);
    if (!from || !to) continue;
    const range = new Range();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset + 1);
    ranges.push(range);
  }
  return ranges;
}

function pointAt(line: Element, offset: number): { node: Text; offset: number } | null {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    if (rest < node.length) return { node, offset: rest };
    rest -= node.length;
  }
  return null;
}
