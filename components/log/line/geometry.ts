/** Height of a line in pixels. */
export const ROW = 20;
/** Lines that are rendered together; divides a page of the store. */
export const BLOCK_LINES = 25;
/** Below the last line. */
export const FOOT = 8;

/** `height` is that of the scrolled element; scrolling it by a pixel moves the log by `scale` pixels. */
export type Geometry = { height: number; scale: number };

/**
 * Browsers cap the height of an element (Firefox near 17.8 million pixels, others near 33.5), so a longer log
 * is scrolled on a shorter element.
 */
export function geometry(total: number, viewport: number, maxHeight: number): Geometry {
  const full = total * ROW + FOOT;
  if (full <= maxHeight) return { height: full, scale: 1 };
  return { height: maxHeight, scale: (full - viewport) / (maxHeight - viewport) };
}

/** Where a line stands in the scrolled element while it is scrolled to `offset`. */
export const lineTop = (line: number, offset: number, scale: number): number =>
  scale === 1 ? line * ROW : offset + line * ROW - offset * scale;

/** First and last line in sight. */
export function linesInSight(offset: number, viewport: number, total: number, scale: number): [number, number] {
  const top = offset * scale;
  const first = Math.max(0, Math.floor(top / ROW));
  return [first, Math.min(total - 1, Math.ceil((top + viewport) / ROW))];
}

/** The offset that shows a line a third from the top. */
export const offsetOf = (line: number, viewport: number, { scale, height }: Geometry): number =>
  Math.min(Math.max(0, (line * ROW - viewport / 3) / scale), Math.max(0, height - viewport));

/** The most this browser shows. */
export const maxHeight = (): number =>
  typeof CSS !== "undefined" && CSS.supports("-moz-appearance", "none") ? 17_000_000 : 33_000_000;
