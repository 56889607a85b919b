import type { LineRange } from "@/components/log/line/line-hash";

/** Which lines of a log are shown as rows, when some of them are hidden. Rows and lines count from 0. */
export class Rows {
  /** In order, with a shown line between any two; the last may reach beyond the log. */
  readonly #hidden: readonly LineRange[];
  /** How many lines are hidden before each of them. */
  readonly #before: number[] = [];

  constructor(hidden: readonly LineRange[] = []) {
    this.#hidden = joined(hidden);
    let count = 0;
    for (const { first, last } of this.#hidden) {
      this.#before.push(count);
      count += last - first + 1;
    }
  }

  /** How many rows a log of this length has. */
  count(total: number): number {
    const at = this.#gapBefore(total - 1);
    const gap = this.#hidden[at];
    if (gap && total <= gap.last + 1) return this.#rowOfGap(at);
    return total === 0 ? 0 : this.rowOf(total - 1) + 1;
  }

  lineAt(row: number): number {
    let [low, high] = [0, this.#hidden.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rowOfGap(middle) <= row) low = middle + 1;
      else high = middle;
    }
    const gap = this.#hidden[low - 1];
    return gap ? gap.last + 1 + row - this.#rowOfGap(low - 1) : row;
  }

  /** The row of a line; of a hidden one, the row before it. */
  rowOf(line: number): number {
    const at = this.#gapBefore(line);
    const gap = this.#hidden[at];
    if (!gap) return line;
    const first = this.#rowOfGap(at);
    return line <= gap.last ? Math.max(0, first - 1) : first + line - gap.last - 1;
  }

  isHidden(line: number): boolean {
    const gap = this.#hidden[this.#gapBefore(line)];
    return gap !== undefined && line <= gap.last;
  }

  /** The shown lines of these rows, both inclusive, as ranges. */
  rangesOf(firstRow: number, lastRow: number): LineRange[] {
    const ranges: LineRange[] = [];
    for (let row = Math.max(0, firstRow); row <= lastRow; ) {
      const first = this.lineAt(row);
      if (first > Number.MAX_SAFE_INTEGER) break;
      const gap = this.#hidden[this.#gapBefore(first) + 1];
      const last = Math.min(first + lastRow - row, gap ? gap.first - 1 : Number.POSITIVE_INFINITY);
      ranges.push({ first, last });
      row += last - first + 1;
    }
    return ranges;
  }

  /** The row that would follow a gap's lines. */
  #rowOfGap(at: number): number {
    return (this.#hidden[at]?.first ?? 0) - (this.#before[at] ?? 0);
  }

  /** The index of the last gap that begins at or before the line; -1 if there is none. */
  #gapBefore(line: number): number {
    let [low, high] = [0, this.#hidden.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hidden[middle]?.first ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Sorts ranges and joins those that touch. */
function joined(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const before = result.at(-1);
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last);
    else result.push({ ...range });
  }
  return result;
}

/** What lies between the shown ranges, up to the end of any log. */
export function allBut(shown: readonly LineRange[]): LineRange[] {
  const hidden: LineRange[] = [];
  let next = 0;
  for (const { first, last } of joined(shown)) {
    if (first > next) hidden.push({ first: next, last: first - 1 });
    next = last + 1;
  }
  if (Number.isFinite(next)) hidden.push({ first: next, last: Number.MAX_SAFE_INTEGER });
  return hidden;
}
