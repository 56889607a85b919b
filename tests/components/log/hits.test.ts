import { expect, test } from "vitest";
import { hitBefore, hitFrom, lineOf, nearOf, stepped, withNewer } from "@/components/log/search/hits";

/** Hits 3, 4 and 5 of ten. */
const HITS = { count: 10, skipped: 3, lines: [30, 40, 50], until: 100 };

test("stepping wraps around at both ends", () => {
  expect([stepped(0, 1, 3), stepped(2, 1, 3), stepped(0, -1, 3)]).toEqual([1, 0, 2]);
  expect([stepped(null, 1, 3), stepped(null, -1, 3)]).toEqual([0, 2]);
});

test("the line of a hit is known only for loaded hits", () => {
  expect([2, 3, 5, 6].map((at) => lineOf(HITS, at))).toEqual([null, 30, 50, null]);
});

test("finds the first hit at or after a line", () => {
  expect([hitFrom(HITS, 0), hitFrom(HITS, 31), hitFrom(HITS, 50)]).toEqual([3, 4, 5]);
});

test("wraps to the first hit after the last one, if it is loaded", () => {
  expect(hitFrom(HITS, 51)).toBeNull();
  expect(hitFrom({ ...HITS, count: 3, skipped: 0 }, 51)).toBe(0);
  expect(hitFrom({ count: 0, skipped: 0, lines: [], until: 100 }, 0)).toBeNull();
});

test("finds the last hit before a line, else the very last one", () => {
  expect([hitBefore(HITS, 51), hitBefore(HITS, 50), hitBefore(HITS, 31)]).toEqual([5, 4, 3]);
  expect(hitBefore(HITS, 30)).toBe(9);
  expect(hitBefore({ count: 0, skipped: 0, lines: [], until: 100 }, 0)).toBeNull();
});

test("hits that aren't loaded are requested around the nearest loaded line", () => {
  expect([nearOf(HITS, 6), nearOf(HITS, 2), nearOf(HITS, 0), nearOf(HITS, 9)]).toEqual([50, 30, 0, 100]);
});

test("new hits are counted, and kept if they continue the loaded ones", () => {
  const newer = { count: 2, skipped: 0, lines: [101, 105], until: 110 };
  expect(withNewer(HITS, newer)).toEqual({ ...HITS, count: 12, until: 110 });
  const end = { ...HITS, skipped: 7 };
  expect(withNewer(end, newer)).toEqual({ count: 12, skipped: 7, lines: [30, 40, 50, 101, 105], until: 110 });
});
