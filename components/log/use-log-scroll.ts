"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { BLOCK_LINES, geometry, linesInSight, maxHeight, offsetOf, ROW } from "@/components/log/geometry";
import type { LogStore } from "@/components/log/log-store";

/** Lines fetched before one scrolls to them. */
const AHEAD = 100;
/** Dragging the scrollbar must not fetch everything it passes. */
const SETTLE_MS = 80;
/** This close to the end counts as at the end. */
const END_TOLERANCE = ROW + 4;

/** Scrolling of a log: which blocks to render, following the tail of a live one, jumping to lines. */
export function useLogScroll(store: LogStore, live: boolean, startsFollowing: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [wantsTail, setFollowing] = useState(startsFollowing);
  const following = live && wantsTail;
  const lastTop = useRef(0);
  const [max] = useState(maxHeight);
  const { total } = store;

  const viewport = scroller.current?.clientHeight ?? 0;
  const shape = geometry(total, viewport, max);
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / BLOCK_LINES),
    getScrollElement: () => scroller.current,
    estimateSize: () => (BLOCK_LINES * ROW) / shape.scale,
    overscan: 1,
  });
  const offset = virtualizer.scrollOffset ?? 0;
  const visible = virtualizer.scrollRect?.height ?? 0;

  useWanted(store, linesInSight(offset, visible, total, shape.scale));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocks' height depends on the scale
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, shape.scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tail moves with the lines and the window's height
  useLayoutEffect(() => {
    if (following) toBottom(scroller.current);
  }, [following, total, visible]);

  function scrolled() {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const atEnd = scrollHeight - scrollTop - clientHeight < END_TOLERANCE;
    if (atEnd) setFollowing(true);
    else if (scrollTop < lastTop.current - 1) setFollowing(false);
    lastTop.current = scrollTop;
  }

  function jumpTo(line: number) {
    const element = scroller.current;
    if (!element) return;
    setFollowing(false);
    element.scrollTop = offsetOf(line, element.clientHeight, geometry(store.total, element.clientHeight, max));
  }

  function toEnd() {
    setFollowing(true);
    toBottom(scroller.current);
  }

  const pause = () => setFollowing(false);
  return { scroller, shape, offset, blocks: virtualizer.getVirtualItems(), following, pause, scrolled, jumpTo, toEnd };
}

export type LogScroll = ReturnType<typeof useLogScroll>;

function toBottom(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

/** Asks the store for what is in sight: at once when the view rests, after a moment while it moves. */
function useWanted(store: LogStore, [first, last]: [number, number]) {
  const asked = useRef(0);
  useEffect(() => {
    const ask = () => {
      asked.current = performance.now();
      store.want(first - AHEAD, last + AHEAD);
    };
    if (performance.now() - asked.current > SETTLE_MS) return ask();
    const timer = setTimeout(ask, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [store, first, last]);
}
