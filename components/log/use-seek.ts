import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { JUMP_SHARE } from "@/components/log/line/geometry";

/** How long heights above a line may still change after jumping to it. */
const SEEK_MS = 3000;
const USER_EVENTS = ["wheel", "pointerdown", "touchstart", "keydown"];

/**
 * Scrolls to a line among lines of unknown heights, and stays there while heights are measured and lines arrive, until
 * the user scrolls. `offsetOfLine` estimates its position.
 */
export function useSeek(
  scroller: RefObject<HTMLElement | null>,
  offsetOfLine: (line: number) => number | undefined,
): { seek: (line: number, share?: number) => void; stopSeeking: () => void; isSeeking: () => boolean } {
  const wanted = useRef<{ line: number; share: number } | null>(null);
  const stop = useRef(() => {});

  function approach() {
    const element = scroller.current;
    if (!element || wanted.current === null) return;
    const { line, share } = wanted.current;
    const row = element.querySelector(`[data-line="${line + 1}"]`);
    if (!row) element.scrollTop = offsetOfLine(line) ?? 0;
    else {
      const below = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
      element.scrollTop += below - element.clientHeight * share;
    }
  }

  // Every render may bring the line closer.
  useLayoutEffect(approach);

  const seek = (line: number, share = JUMP_SHARE) => {
    stop.current();
    wanted.current = { line, share };
    const listening = new AbortController();
    const end = () => {
      wanted.current = null;
      clearTimeout(timer);
      listening.abort();
    };
    const timer = setTimeout(end, SEEK_MS);
    const options = { passive: true, signal: listening.signal };
    for (const name of USER_EVENTS) scroller.current?.addEventListener(name, end, options);
    stop.current = end;
    approach();
  };
  useEffect(() => () => stop.current(), []);
  return { seek, stopSeeking: () => stop.current(), isSeeking: () => wanted.current !== null };
}
