import type { LogHits } from "@/lib/task/schema";

/** The next or previous hit, wrapping around at the ends. */
export const stepped = (at: number | null, by: 1 | -1, count: number): number =>
  at === null ? (by === 1 ? 0 : count - 1) : (at + by + count) % count;

/** The line of hit number `at`; null if it is not loaded. */
export const lineOf = ({ skipped, lines }: LogHits, at: number): number | null => lines[at - skipped] ?? null;

/** The index of the first loaded hit from `line` on, else of the very first; null if there is none. */
export function hitFrom({ count, skipped, lines }: LogHits, line: number): number | null {
  if (count === 0) return null;
  const place = lines.findIndex((hit) => hit >= line);
  if (place >= 0) return skipped + place;
  return skipped === 0 ? 0 : null;
}

/** The index of the last loaded hit before a line, else of the very last; null if there is none. */
export function hitBefore({ count, skipped, lines }: LogHits, line: number): number | null {
  if (count === 0) return null;
  const place = lines.findLastIndex((hit) => hit < line);
  return place >= 0 ? skipped + place : count - 1;
}

/** The line near which to request hit number `at`, which is the next one and not loaded. */
export function nearOf({ count, skipped, lines, until }: LogHits, at: number): number {
  if (at === 0) return 0;
  if (at === count - 1) return until;
  return (at < skipped ? lines[0] : lines.at(-1)) ?? 0;
}

/** Adds the hits in lines that arrived since. */
export function withNewer(hits: LogHits, newer: LogHits): LogHits {
  const reachesEnd = hits.skipped + hits.lines.length === hits.count;
  return {
    ...hits,
    count: hits.count + newer.count,
    lines: reachesEnd ? [...hits.lines, ...newer.lines] : hits.lines,
    until: Math.max(hits.until, newer.until),
  };
}
