import { type RefObject, useLayoutEffect, useRef } from "react";

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
): (line: number) => void {
  const wanted = useRef<number | null>(null);

  function approach() {
    const element = scroller.current;
    if (!element || wanted.current === null) return;
    const row = element.querySelector(`[data-line="${wanted.current + 1}"]`);
    if (!row) element.scrollTop = offsetOfLine(wanted.current) ?? 0;
    else {
      const below = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
      element.scrollTop += below - element.clientHeight / 3;
    }
  }

  // Every render may bring the line closer.
  useLayoutEffect(approach);

  return (line) => {
    wanted.current = line;
    const stop = () => {
      wanted.current = null;
      clearTimeout(timer);
      for (const name of USER_EVENTS) scroller.current?.removeEventListener(name, stop);
    };
    const timer = setTimeout(stop, SEEK_MS);
    for (const name of USER_EVENTS) scroller.current?.addEventListener(name, stop, { passive: true });
    approach();
  };
}
