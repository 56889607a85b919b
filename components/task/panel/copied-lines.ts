import type { LineRange } from "@/components/log/line/line-hash";

/** The API's maximum. */
const STEP = 5000;
/** Enough for a clipboard. */
const MOST = 50_000;

/** What is copied of a log: the selected lines that it has, or its end. */
export function copiedRange(total: number, selected: LineRange | null): LineRange & { isSelected: boolean } {
  if (!selected || selected.first >= total)
    return { first: Math.max(0, total - MOST), last: total - 1, isSelected: false };
  const { first, last } = selected;
  return { first, last: Math.min(last, total - 1, first + MOST - 1), isSelected: true };
}

/** Fetched one step after the other. */
export async function linesIn<Line>(
  { first, last }: LineRange,
  fetchLines: (from: number, limit: number) => Promise<Line[]>,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (let from = first; from <= last; from += STEP)
    lines.push(...(await fetchLines(from, Math.min(STEP, last - from + 1))));
  return lines;
}
