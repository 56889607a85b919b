/** Height of a line in pixels. */
export const ROW = 20;
/** Lines per rendered block; divides a page of the store. */
export const BLOCK_LINES = 25;
/** Space below the last line, in pixels. */
export const FOOT = 8;

/** `height` of the scrolled element; scrolling it by one pixel moves the log by `scale` pixels. */
export type Geometry = { height: number; scale: number };

/**
 * Browsers limit an element's height (Firefox near 17.8 million pixels, others near 33.5), so a longer log scrolls
 * within a shorter element.
 */
export function geometry(total: number, viewport: number, maxHeight: number): Geometry {
  const full = total * ROW + FOOT;
  if (full <= maxHeight) return { height: full, scale: 1 };
  return { height: maxHeight, scale: (full - viewport) / (maxHeight - viewport) };
}

/** Whether all lines are visible at once. */
export const fits = ({ height, visible }: { height: number; visible: number }): boolean => height - FOOT <= visible;

/** A line's top in the scrolled element while it is scrolled to `offset`. */
export const lineTop = (line: number, offset: number, scale: number): number =>
  scale === 1 ? line * ROW : offset + line * ROW - offset * scale;

/** The first and last visible line. */
export function linesInSight(offset: number, viewport: number, total: number, scale: number): [number, number] {
  const top = offset * scale;
  const first = Math.max(0, Math.floor(top / ROW));
  return [first, Math.min(total - 1, Math.ceil((top + viewport) / ROW))];
}

/** Where a line that was jumped to is shown: a third from the top. */
export const JUMP_SHARE = 1 / 3;

/** The scroll offset that shows a line at this share of the view from its top. */
export const offsetOf = (line: number, viewport: number, { scale, height }: Geometry, share = JUMP_SHARE): number =>
  Math.min(Math.max(0, (line * ROW - viewport * share) / scale), Math.max(0, height - viewport));

/** This browser's maximum element height. */
export const maxHeight = (): number =>
  typeof CSS !== "undefined" && CSS.supports("-moz-appearance", "none") ? 17_000_000 : 33_000_000;
