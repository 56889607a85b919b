import { describe, expect, test } from "vitest";
import { formatClock, formatDuration } from "@/components/format/format-duration";

describe("with units", () => {
  test.each([
    [0, "0s"],
    [999, "0s"],
    [42_000, "42s"],
    [70_000, "1m 10s"],
    [60_000, "1m"],
    [3_600_000, "1h"],
    [7_509_000, "2h 5m"],
    [90_061_000, "1d 1h"],
    [-5_000, "0s"],
  ])("%d ms is %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds, "en")).toBe(text);
  });

  test("follows the user's language", () => {
    expect(formatDuration(70_000, "de")).not.toBe(formatDuration(70_000, "ja"));
  });
});

describe("as a clock", () => {
  test.each([
    [0, "0:00"],
    [42_000, "0:42"],
    [70_000, "1:10"],
    [7_509_000, "2:05:09"],
    [100 * 3_600_000, "100:00:00"],
    [-1, "0:00"],
  ])("%d ms is %s", (milliseconds, text) => {
    expect(formatClock(milliseconds)).toBe(text);
  });
});
