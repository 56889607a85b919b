import { describe, expect, test } from "vitest";
import { allBut, Rows } from "@/components/log/fold/rows";

/** Lines that are shown, found by looking at each. */
const shownBy = (rows: Rows, total: number) =>
  Array.from({ length: total }, (_, line) => line).filter((line) => !rows.isHidden(line));

const CASES = [
  ["nothing hidden", []],
  ["a fold", [{ first: 3, last: 5 }]],
  [
    "folds that touch, overlap and stand apart",
    [
      { first: 8, last: 9 },
      { first: 3, last: 5 },
      { first: 4, last: 6 },
      { first: 7, last: 7 },
      { first: 12, last: 12 },
    ],
  ],
  ["the beginning", [{ first: 0, last: 4 }]],
  ["the end of any log", [{ first: 6, last: Number.MAX_SAFE_INTEGER }]],
  ["everything", [{ first: 0, last: Number.MAX_SAFE_INTEGER }]],
] as const;

describe.each(CASES)("with %s", (_name, hidden) => {
  const rows = new Rows(hidden);
  const total = 20;
  const shown = shownBy(rows, total);

  test("rows and lines are each other's inverse", () => {
    expect(rows.count(total)).toBe(shown.length);
    expect(shown.map((_, row) => rows.lineAt(row))).toEqual(shown);
    expect(shown.map((line) => rows.rowOf(line))).toEqual(shown.map((_, row) => row));
  });

  test("a hidden line has the row before it", () => {
    for (let line = 0; line < total; line++)
      if (rows.isHidden(line)) expect(rows.rowOf(line)).toBe(Math.max(0, shown.filter((at) => at < line).length - 1));
  });

  test("ranges name the lines of a span of rows", () => {
    for (let first = 0; first < shown.length; first++) {
      const lines = rows
        .rangesOf(first, shown.length - 1)
        .flatMap((range) => Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index));
      expect(lines).toEqual(shown.slice(first));
    }
  });
});

test("a log without lines has no rows", () => {
  expect(new Rows().count(0)).toBe(0);
  expect(new Rows([{ first: 0, last: 3 }]).count(0)).toBe(0);
});

test("everything but some lines can be hidden", () => {
  const rows = new Rows(
    allBut([
      { first: 8, last: 9 },
      { first: 2, last: 3 },
    ]),
  );
  expect(shownBy(rows, 20)).toEqual([2, 3, 8, 9]);
  expect(rows.count(20)).toBe(4);
});
