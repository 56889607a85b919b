import { describe, expect, test } from "vitest";
import { formatExactTime, formatShortTime, formatTime, nextTick } from "@/components/format/format-time";

const ZONE = "Europe/Berlin";
const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe("a time today", () => {
  test.each([
    [3, "now"],
    [42, "42 sec. ago"],
    [150, "2 min. ago"],
    [2 * 3600 + 60, "2 hr. ago"],
    [-300, "in 5 min."],
  ])("%d seconds ago reads %s, with the time of day beside it", (seconds, text) => {
    expect(formatTime(ago(seconds), NOW, "en", ZONE).text).toBe(text);
  });

  test("shows hours and minutes in the user's time zone", () => {
    expect(formatTime(ago(0), NOW, "en", ZONE).clock).toBe("13:00");
    expect(formatTime(ago(0), NOW, "en", "UTC").clock).toBe("12:00");
  });

  test("is written in the user's language, including its region and script", () => {
    expect(formatTime(ago(150), NOW, "de", ZONE).text).toBe("vor 2 Min.");
    expect(formatTime(ago(150), NOW, "pt-BR", ZONE).text).toContain("2 min");
    expect(formatTime(ago(150), NOW, "zh-TW", ZONE).text).toContain("2");
  });
});

describe("a time on another day", () => {
  test("shows date, hours and minutes, and nothing relative", () => {
    expect(formatTime(new Date("2026-11-18T09:05:00Z"), NOW, "en", ZONE)).toEqual({
      text: "Nov 18, 2026 10:05",
      clock: null,
    });
  });

  test("starts at the user's midnight, not at UTC's", () => {
    const late = new Date("2026-11-19T23:30:00Z");
    expect(formatTime(late, NOW, "en", ZONE).clock).toBe("00:30");
    expect(formatTime(late, NOW, "en", "UTC").clock).toBeNull();
  });

  test("midnight is 00:00, not 24:00", () => {
    expect(formatTime(new Date("2026-11-18T23:00:00Z"), NOW, "en", ZONE).text).toBe("Nov 19, 2026 00:00");
  });
});

describe("a short time", () => {
  test.each([
    ["2026-11-20T10:00:00Z", "2 hr. ago"],
    ["2026-11-18T09:05:00Z", "Nov 18"],
    ["2025-12-31T23:30:00Z", "Jan 1"],
    ["2025-12-31T22:30:00Z", "Dec 31, 2025"],
  ])("%s reads %s: a day has its year only if it is another one", (moment, text) => {
    expect(formatShortTime(new Date(moment), NOW, "en", ZONE)).toBe(text);
  });
});

test("the exact time includes seconds and time zone", () => {
  const text = formatExactTime(new Date("2026-11-18T09:05:07Z"), "en", "UTC");
  expect(text).toContain("09:05:07");
  expect(text).toContain("UTC");
});

test("more recent times update sooner", () => {
  expect(nextTick(ago(5), NOW)).toBeLessThan(nextTick(ago(600), NOW));
  expect(nextTick(ago(600), NOW)).toBeLessThan(nextTick(ago(7200), NOW));
});
