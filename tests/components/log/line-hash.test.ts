import { expect, test } from "vitest";
import { lineHash, linesBetween, oneLine, parseLines } from "@/components/log/line/line-hash";

test("line links count from 1", () => {
  expect(lineHash(oneLine(117))).toBe("#L118");
  expect(parseLines("#L118")).toEqual({ first: 117, last: 117 });
});

test("a link can name a range of lines, in either direction", () => {
  expect(lineHash(linesBetween(19, 9))).toBe("#L10-L20");
  expect(parseLines("#L10-L20")).toEqual({ first: 9, last: 19 });
  expect(parseLines("#L20-L10")).toEqual({ first: 9, last: 19 });
});

test.each(["", "#", "#L", "#L0", "#Lx", "#L1-2", "#L1-L0", "#L99999999999"])("%s names no line", (hash) => {
  expect(parseLines(hash)).toBeNull();
});
