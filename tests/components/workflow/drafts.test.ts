import { describe, expect, it } from "vitest";
import { DURATION, ITEMS, NUMBER, TEXT, WHOLE_NUMBER } from "@/components/workflow/editor/panel/drafts";

describe("what is typed in the panel", () => {
  it.each([
    [0, ""],
    [90, "1m 30s"],
    [5_400, "1h 30m"],
    [90_061, "1d 1h 1m 1s"],
  ])("%i seconds are written as %j and read back", (seconds, text) => {
    expect(DURATION.write(seconds)).toBe(text);
    expect(DURATION.read(text)).toBe(seconds);
  });

  it.each([
    ["90", 90],
    ["2H30M", 9_000],
    [" 1 d ", 86_400],
    ["", 0],
  ])("reads the duration %j", (text, seconds) => {
    expect(DURATION.read(text)).toBe(seconds);
  });

  it.each(["1x", "-1", "h", "2 weeks", "2 Tage", "3 months", "1,5h"])("the duration %j is no number", (text) => {
    expect(DURATION.read(text)).toBeNaN();
  });

  it("what is no number is written as what can't be read", () => {
    expect(DURATION.read(DURATION.write(Number.NaN))).toBeNaN();
    expect(NUMBER.read(NUMBER.write(Number.NaN))).toBeNaN();
  });

  it.each([
    ["one text in a line", ["eu", "us west"], "eu\nus west"],
    ["numbers as JSON", [1, 2], "[1,2]"],
    ["texts that look like JSON as JSON", ["[1]"], '["[1]"]'],
    ["texts of several lines as JSON", ["a\nb"], '["a\\nb"]'],
    ["objects as JSON", [{ region: "eu" }], '[{"region":"eu"}]'],
    ["no items", [], ""],
  ])("a list shows %s", (_, items, text) => {
    expect(ITEMS.write(items)).toBe(text);
    expect(ITEMS.read(text)).toEqual(items);
  });

  it("unfinished JSON is a text and no list; blank lines are ignored", () => {
    expect(ITEMS.read('["a", ')).toBe('["a", ');
    expect(ITEMS.write('["a", ')).toBe('["a", ');
    expect(ITEMS.read("a\n\n")).toEqual(["a"]);
  });

  it("a whole number is a number, anything else the text", () => {
    expect(WHOLE_NUMBER.read("12")).toBe(12);
    expect(WHOLE_NUMBER.read("1.5x")).toBe("1.5x");
    expect(TEXT.read("12")).toBe("12");
    expect(NUMBER.read("-1")).toBeNaN();
  });
});
