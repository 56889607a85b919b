import { describe, expect, it } from "vitest";
import {
  boxesOf,
  cronOf,
  EVERY_MINUTE,
  type Guided,
  groupsOf,
  guidedOf,
  NO_BOXES,
  type Timing,
  toggled,
  withTiming,
} from "@/components/schedule/cron/guided-cron";

const boxes = (ticked: Partial<Guided>): Guided => ({ ...NO_BOXES, ...ticked });

describe("guidedOf", () => {
  const cases: [string, Guided][] = [
    [EVERY_MINUTE, boxes({ timing: "hourly" })],
    ["15 * * * *", boxes({ timing: "hourly", minutes: [15] })],
    ["*/15 * * * *", boxes({ timing: "hourly", minutes: [0, 15, 30, 45] })],
    ["0 6 * * *", boxes({ timing: "daily", hours: [6], minutes: [0] })],
    ["* 6 * * *", boxes({ timing: "daily", hours: [6] })],
    ["30 5 * * 1", boxes({ timing: "weekly", weekdays: [1], hours: [5], minutes: [30] })],
    ["0 0 * * sat-sat,sun", boxes({ timing: "weekly", weekdays: [0, 6], hours: [0], minutes: [0] })],
    ["0 0 1,15 * *", boxes({ timing: "monthly", days: [1, 15], hours: [0], minutes: [0] })],
    ["0 0 1 * 1", boxes({ timing: "monthly", days: [1], weekdays: [1], hours: [0], minutes: [0] })],
    ["0 0 1 jan *", boxes({ timing: "yearly", months: [1], days: [1], hours: [0], minutes: [0] })],
    ["* * * 6-8 *", boxes({ timing: "yearly", months: [6, 7, 8] })],
    ["  7  *  ? * * ", boxes({ timing: "hourly", minutes: [7] })],
  ];
  it.each(cases)("ticks the checkboxes for %j", (text, guided) => expect(guidedOf(text)).toEqual(guided));

  it.each(["", "x", "* * * *", "61 * * * *", "@daily", "@every 90s", "TZ=UTC 0 5 * * *", "0 0 30 2 *"])(
    "can't show %j as checkboxes",
    (text) => expect(guidedOf(text)).toBeNull(),
  );
});

describe("cronOf", () => {
  const cases: [Guided, string][] = [
    [NO_BOXES, EVERY_MINUTE],
    [boxes({ weekdays: [1], hours: [5], minutes: [30] }), "30 5 * * 1"],
    [boxes({ months: [1, 7], days: [1] }), "* * 1 1,7 *"],
    [boxes({ minutes: [0, 30] }), "0,30 * * * *"],
  ];
  it.each(cases)("writes %j", (guided, text) => expect(cronOf(guided)).toBe(text));

  it.each(["30 5 * * 1", "7,9 * * * *", "0 0 1 * 1", "0 0 29 2 *"])("writes %j unchanged after reading it", (text) =>
    expect(cronOf(guidedOf(text) ?? NO_BOXES)).toBe(text),
  );
});

describe("withTiming", () => {
  const full = boxes({ timing: "yearly", months: [1], days: [2], weekdays: [3], hours: [4], minutes: [5] });
  const cases: [Timing, string][] = [
    ["hourly", "5 * * * *"],
    ["daily", "5 4 * * *"],
    ["weekly", "5 4 * * 3"],
    ["monthly", "5 4 2 * *"],
    ["yearly", "5 4 2 1 3"],
  ];
  it.each(cases)("%s keeps only the fields it uses", (timing, text) => {
    const guided = withTiming(full, timing);
    expect(guided.timing).toBe(timing);
    expect(cronOf(guided)).toBe(text);
  });

  const first: [string, Timing, string][] = [
    ["0 9 * * *", "weekly", "0 9 * * 1"],
    ["0 9 * * *", "monthly", "0 9 1 * *"],
    ["30 5 * * 1", "yearly", "30 5 1 1 1"],
    ["15 * * * *", "daily", "15 9 * * *"],
    [EVERY_MINUTE, "hourly", "0 * * * *"],
  ];
  it.each(first)("%j becomes %s: %j", (before, timing, text) => {
    expect(cronOf(withTiming(guidedOf(before) ?? NO_BOXES, timing))).toBe(text);
  });
});

describe("checkboxes", () => {
  it("are ticked in order, and can be unticked", () => {
    const once = toggled(toggled(NO_BOXES, "hours", 9), "hours", 3);
    expect(once.hours).toEqual([3, 9]);
    expect(toggled(once, "hours", 9).hours).toEqual([3]);
  });

  it("include every value that the expression names", () => {
    expect(groupsOf(boxes({ timing: "monthly", weekdays: [1] }))).toEqual(["days", "weekdays", "hours", "minutes"]);
    expect(groupsOf(NO_BOXES)).toEqual(["minutes"]);
    expect(boxesOf(boxes({ minutes: [7] }), "minutes").slice(0, 4)).toEqual([0, 5, 7, 10]);
  });
});
