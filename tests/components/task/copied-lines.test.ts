import { describe, expect, test } from "vitest";
import { copiedRange, linesIn } from "@/components/task/panel/copied-lines";

describe("the lines that are copied", () => {
  test.each([
    ["all of a log", 10, null, { first: 0, last: 9 }],
    ["the end of a very long one", 60_000, null, { first: 10_000, last: 59_999 }],
    ["the selected ones", 10, { first: 2, last: 4 }, { first: 2, last: 4 }],
    ["more than one request brings", 20_000, { first: 0, last: 11_999 }, { first: 0, last: 11_999 }],
    ["the first of very many", 99_000, { first: 5, last: 98_999 }, { first: 5, last: 50_004 }],
    ["no more than there are", 10, { first: 8, last: 400 }, { first: 8, last: 9 }],
    ["the log, if there are none of them", 10, { first: 10, last: 12 }, { first: 0, last: 9 }],
  ])("are %s", (_, total, selected, range) => {
    expect(copiedRange(total, selected)).toMatchObject(range);
  });

  test("come in steps that the server allows", async () => {
    const asked: [number, number][] = [];
    const lines = await linesIn({ first: 100, last: 11_099 }, async (from, limit) => {
      asked.push([from, limit]);
      return Array.from({ length: limit }, (_, index) => from + index);
    });
    expect(asked).toEqual([
      [100, 5000],
      [5100, 5000],
      [10_100, 1000],
    ]);
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([11_000, 100, 11_099]);
  });
});
