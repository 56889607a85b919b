import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  BLOCK_LINES,
  FOOT,
  geometry,
  linesInSight,
  lineTop,
  maxHeight,
  offsetOf,
  ROW,
} from "@/components/log/line/geometry";
import type { LogStore } from "@/components/log/log-store";
import { useSeek } from "@/components/log/use-seek";

/** Lines to prefetch beyond the visible ones. */
const AHEAD = 100;
/** Dragging the scrollbar must not fetch everything it passes. */
const SETTLE_MS = 80;
/** Distance from the end, in pixels, that counts as at the end. */
const END_TOLERANCE = ROW + 4;

type LogScrollOptions = { live: boolean; startsFollowing: boolean; wantsWrap: boolean };

/** A block's lines and its position in the scrolled element. */
export type PlacedBlock = { index: number; top: number };

/**
 * Scrolling of a log: which blocks to render, following a live tail, jumping to lines. Wrapped lines have individual
 * heights, measured as they become visible.
 */
export function useLogScroll(store: LogStore, { live, startsFollowing, wantsWrap }: LogScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const [wantsTail, setFollowing] = useState(startsFollowing);
  const following = live && wantsTail;
  const lastTop = useRef(0);
  /** What is in sight: the end, or the line at the top. */
  const place = useRef({ atEnd: true, line: 0 });
  const [max] = useState(maxHeight);
  const { total } = store;

  const shape = geometry(total, scroller.current?.clientHeight ?? 0, max);
  // A scaled log can't have lines of individual heights.
  const canWrap = shape.scale === 1;
  const wraps = wantsWrap && canWrap;
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / BLOCK_LINES),
    getScrollElement: () => scroller.current,
    estimateSize: () => (BLOCK_LINES * ROW) / shape.scale,
    overscan: 1,
  });
  const offset = virtualizer.scrollOffset ?? 0;
  const visible = virtualizer.scrollRect?.height ?? 0;
  const height = wraps ? virtualizer.getTotalSize() + FOOT : shape.height;
  const inSight = wraps ? linesOfBlocks(virtualizer, total) : linesInSight(offset, visible, total, shape.scale);

  useWanted(store, inSight);
  const seek = useSeek(scroller, (line) => virtualizer.getOffsetForIndex(Math.floor(line / BLOCK_LINES), "start")?.[0]);
  const topLine = () => topOf(scroller.current, wraps ? virtualizer : null, total, shape.scale);
  useRemeasure(virtualizer, shape.scale, wraps, () => {
    if (place.current.atEnd) toEnd();
    else if (!following) jumpTo(place.current.line, 0);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tail moves with the lines and the window's height
  useLayoutEffect(() => {
    if (following) toBottom(scroller.current);
  }, [following, height, visible]);

  function scrolled() {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const atEnd = scrollHeight - scrollTop - clientHeight < END_TOLERANCE;
    if (atEnd) setFollowing(true);
    else if (scrollTop < lastTop.current - 1) setFollowing(false);
    lastTop.current = scrollTop;
    place.current = { atEnd, line: topLine() };
  }

  function jumpTo(line: number, share?: number) {
    const element = scroller.current;
    if (!element) return;
    setFollowing(false);
    const view = element.clientHeight;
    if (wraps) seek(line, share);
    else element.scrollTop = offsetOf(line, view, geometry(store.total, view, max), share);
  }

  function toEnd() {
    setFollowing(true);
    toBottom(scroller.current);
    // A finished log isn't followed, and its end moves while the last lines are measured.
    if (wraps && !live) seek(store.total - 1);
  }

  const blocks = virtualizer.getVirtualItems().map(
    ({ index, start }): PlacedBlock => ({
      index,
      top: wraps ? start : lineTop(index * BLOCK_LINES, offset, shape.scale),
    }),
  );
  return {
    ...{ scroller, height, blocks, canWrap, wraps, following, scrolled, jumpTo, toEnd, topLine },
    measure: wraps ? virtualizer.measureElement : null,
    pause: () => setFollowing(false),
  };
}

export type LogScroll = ReturnType<typeof useLogScroll>;

type Blocks = Virtualizer<HTMLDivElement, Element>;

function toBottom(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

function linesOfBlocks(virtualizer: Blocks, total: number): [number, number] {
  const blocks = virtualizer.getVirtualItems();
  const end = ((blocks.at(-1)?.index ?? 0) + 1) * BLOCK_LINES;
  return [(blocks[0]?.index ?? 0) * BLOCK_LINES, Math.min(total, end) - 1];
}

/** The first visible line where the element is scrolled to now, which may not be rendered yet. */
function topOf(element: HTMLElement | null, wrapped: Blocks | null, total: number, scale: number): number {
  if (!element) return 0;
  const { scrollTop, clientHeight } = element;
  if (!wrapped) return linesInSight(scrollTop, clientHeight, total, scale)[0];
  const { top, bottom } = element.getBoundingClientRect();
  const first = [...element.querySelectorAll("[data-line]")].find((row) => {
    const place = row.getBoundingClientRect();
    return place.bottom > top + 1 && place.top < bottom;
  });
  if (first) return Number(first.getAttribute("data-line")) - 1;
  return (wrapped.getVirtualItemForOffset(scrollTop)?.index ?? 0) * BLOCK_LINES;
}

/** Drops outdated measured heights and returns to the line that was at the top. */
function useRemeasure(virtualizer: Blocks, scale: number, wraps: boolean, restore: () => void): void {
  const measured = useRef(wraps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocks' height depends on the scale; restore only reads
  useLayoutEffect(() => {
    virtualizer.measure();
    if (measured.current !== wraps) restore();
    measured.current = wraps;
  }, [virtualizer, scale, wraps]);
}

/** Requests the visible lines from the store: at once when the view is still, debounced while it moves. */
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
