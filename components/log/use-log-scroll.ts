import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Rows } from "@/components/log/fold/rows";
import {
  BLOCK_LINES,
  FOOT,
  geometry,
  JUMP_SHARE,
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

type LogScrollOptions = {
  live: boolean;
  startsFollowing: boolean;
  wantsWrap: boolean;
  /** Which lines are shown. */
  rows: Rows;
  /** A folded section's heading, which is shown without its line. */
  isFolded: (line: number) => boolean;
};

/** A block's rows and its position in the scrolled element. */
export type PlacedBlock = { index: number; top: number };

/**
 * Scrolling of a log: which blocks to render, following a live tail, jumping to lines. Wrapped lines have individual
 * heights, measured as they become visible.
 */
export function useLogScroll(store: LogStore, options: LogScrollOptions) {
  const { live, startsFollowing, wantsWrap, rows, isFolded } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const [wantsTail, setFollowing] = useState(startsFollowing);
  const following = live && wantsTail;
  const lastTop = useRef(0);
  /** What stays in sight: the end, below which a paused live log goes on, or the top line and how many of its pixels are hidden. */
  const place = useRef({ atEnd: true, line: 0, cut: 0 });
  const total = rows.count(store.total);
  const measures = useMeasures(scroller, total, wantsWrap);
  const { virtualizer, max, scale, canWrap, wraps, visible, height } = measures;

  useWanted(store, rows, measures.inSight, isFolded);
  const { seek, stopSeeking, isSeeking } = useSeek(scroller, (line) => {
    return virtualizer.getOffsetForIndex(Math.floor(rows.rowOf(line) / BLOCK_LINES), "start")?.[0];
  });
  const topLine = () => topOf(scroller.current, wraps ? virtualizer : null, rows, total, scale);
  useRemeasure(virtualizer, scale, wraps, rows, (isRefolded) => {
    const { atEnd, line, cut } = place.current;
    if (atEnd && !isRefolded && (following || !live)) toEnd();
    else if (!following) jumpTo(line, 0, isRefolded ? cut : 0);
  });

  useTail(scroller, following, height, visible);

  function scrolled() {
    const element = scroller.current;
    if (!element) return;
    const atEnd = isAtEnd(element);
    if (atEnd) setFollowing(true);
    else if (element.scrollTop < lastTop.current - 1) setFollowing(false);
    lastTop.current = element.scrollTop;
    // On the way to a line or the end, other lines pass.
    if (isSeeking()) return;
    place.current = { atEnd, line: topLine(), cut: scale === 1 ? element.scrollTop % ROW : 0 };
  }

  /** A hidden line is answered with the one shown before it. */
  function jumpTo(line: number, share?: number, cut = 0) {
    const element = scroller.current;
    if (!element) return;
    setFollowing(false);
    const view = element.clientHeight;
    const row = rows.rowOf(line);
    place.current = { atEnd: false, line: rows.lineAt(row), cut };
    if (wraps) return seek(rows.lineAt(row), share);
    stopSeeking();
    element.scrollTop = offsetOf(row, view, geometry(rows.count(store.total), view, max), share) + cut;
  }

  function toEnd() {
    setFollowing(true);
    place.current = { atEnd: true, line: rows.lineAt(total - 1), cut: 0 };
    toBottom(scroller.current);
    // A finished log isn't followed, and its end moves while the last lines are measured.
    if (wraps && !live) seek(rows.lineAt(total - 1));
  }

  return {
    scroller,
    height,
    visible,
    blocks: placedBlocks(virtualizer, wraps, scale),
    canWrap,
    wraps,
    following,
    scrolled,
    jumpTo,
    toEnd,
    topLine,
    wayTo: (line: number) => wayTo(scroller.current, line),
    measure: wraps ? virtualizer.measureElement : null,
    pause: () => setFollowing(false),
  };
}

export type LogScroll = ReturnType<typeof useLogScroll>;

type Blocks = Virtualizer<HTMLDivElement, Element>;

/** Which lines are in sight and how high all of them are, in pixels, at the current position. */
function useMeasures(scroller: RefObject<HTMLDivElement | null>, total: number, wantsWrap: boolean) {
  const [max] = useState(maxHeight);
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
  const inSight = wraps ? rowsOfBlocks(virtualizer, total) : linesInSight(offset, visible, total, shape.scale);
  return { virtualizer, max, scale: shape.scale, canWrap, wraps, visible, height, inSight };
}

function toBottom(element: HTMLElement | null) {
  if (element) element.scrollTop = element.scrollHeight;
}

const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < END_TOLERANCE;

function useTail(scroller: RefObject<HTMLElement | null>, following: boolean, height: number, visible: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tail moves with the lines and the window's height
  useLayoutEffect(() => {
    if (following) toBottom(scroller.current);
  }, [following, height, visible]);
}

/** How many pixels a jump to the line would scroll, upwards if negative; null if the line is far away. */
function wayTo(element: HTMLElement | null, line: number): number | null {
  const row = element?.querySelector(`[data-line="${line + 1}"]`);
  if (!element || !row) return null;
  const { scrollTop, scrollHeight, clientHeight } = element;
  const below = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
  const way = below - clientHeight * JUMP_SHARE;
  return Math.max(-scrollTop, Math.min(way, scrollHeight - clientHeight - scrollTop));
}

const placedBlocks = (virtualizer: Blocks, wraps: boolean, scale: number): PlacedBlock[] =>
  virtualizer.getVirtualItems().map(({ index, start }) => ({
    index,
    top: wraps ? start : lineTop(index * BLOCK_LINES, virtualizer.scrollOffset ?? 0, scale),
  }));

function rowsOfBlocks(virtualizer: Blocks, total: number): [number, number] {
  const blocks = virtualizer.getVirtualItems();
  const end = ((blocks.at(-1)?.index ?? 0) + 1) * BLOCK_LINES;
  return [(blocks[0]?.index ?? 0) * BLOCK_LINES, Math.min(total, end) - 1];
}

/** The first visible line where the element is scrolled to now, which may not be rendered yet. */
function topOf(element: HTMLElement | null, wrapped: Blocks | null, rows: Rows, total: number, scale: number): number {
  if (!element) return 0;
  const { scrollTop, clientHeight } = element;
  if (!wrapped) return rows.lineAt(linesInSight(scrollTop, clientHeight, total, scale)[0]);
  const { top, bottom } = element.getBoundingClientRect();
  const first = [...element.querySelectorAll("[data-line]")].find((row) => {
    const place = row.getBoundingClientRect();
    return place.bottom > top + 1 && place.top < bottom;
  });
  if (first) return Number(first.getAttribute("data-line")) - 1;
  return rows.lineAt((wrapped.getVirtualItemForOffset(scrollTop)?.index ?? 0) * BLOCK_LINES);
}

/** Drops outdated measured heights and returns to the line that was at the top. */
function useRemeasure(
  virtualizer: Blocks,
  scale: number,
  wraps: boolean,
  rows: Rows,
  restore: (isRefolded: boolean) => void,
): void {
  const measured = useRef({ wraps, rows });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocks' height depends on the scale; restore only reads
  useLayoutEffect(() => {
    const before = measured.current;
    measured.current = { wraps, rows };
    virtualizer.measure();
    if (before.wraps !== wraps || before.rows !== rows) restore(before.rows !== rows);
  }, [virtualizer, scale, wraps, rows]);
}

/** Requests the visible lines from the store: at once when the view is still, debounced while it moves. */
function useWanted(store: LogStore, rows: Rows, [first, last]: [number, number], isFolded: (line: number) => boolean) {
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is folded changes with the rows
  useEffect(() => {
    const ask = () => {
      asked.current = performance.now();
      const ranges = [...rows.rangesOf(first, last), ...rows.rangesOf(first - AHEAD, last + AHEAD)];
      store.wantRanges(ranges.filter((range) => range.first < range.last || !isFolded(range.first)));
    };
    if (performance.now() - asked.current > SETTLE_MS) return ask();
    const timer = setTimeout(ask, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [store, rows, first, last]);
}
