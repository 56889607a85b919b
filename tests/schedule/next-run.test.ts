import { describe, expect, test } from "vitest";
import { isTimeZone } from "@/lib/protocol/time-zone";
import { calendarZone, nextRun, nextRuns, zoneOf } from "@/lib/schedule/rules/next-run";

const timing = (cron_format: string, timezone: string | null = "UTC", run_at: string | null = null) => ({
  cron_format,
  timezone,
  run_at,
});

/** The next runs as `MM-DD HH:MM`, with clock changes. */
function runs(cron: string, zone: string, from: string, count: number): string[] {
  return nextRuns(timing(cron, zone), Date.parse(from), count).map(({ at, clocks }) => {
    const text = new Date(at).toISOString();
    expect(text.slice(16)).toBe(":00.000Z");
    return `${text.slice(5, 16).replace("T", " ")}${clocks ? ` ${clocks}` : ""}`;
  });
}

const NEW_YORK = "America/New_York";

describe("daylight saving changes", () => {
  test.each([
    [
      "30 2 * * *",
      NEW_YORK,
      "2026-03-07T12:00:00Z",
      ["03-08 07:00 gap", "03-09 06:30", "03-10 06:30"],
      "a time in a gap runs right after it",
    ],
    [
      "30 1 * * *",
      NEW_YORK,
      "2026-10-31T12:00:00Z",
      ["11-01 05:30 repeated", "11-02 06:30"],
      "a repeated time runs once",
    ],
    [
      "*/30 * * * *",
      NEW_YORK,
      "2026-11-01T04:45:00Z",
      [
        "11-01 05:00 repeated",
        "11-01 05:30 repeated",
        "11-01 06:00 repeated",
        "11-01 06:30 repeated",
        "11-01 07:00",
        "11-01 07:30",
      ],
      "intervals run in both passes",
    ],
    [
      "15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-03T00:00:00Z",
      ["10-03 15:30 gap", "10-04 15:15"],
      "a gap of half an hour",
    ],
    [
      "*/15 * * * *",
      "Australia/Lord_Howe",
      "2026-04-04T14:20:00Z",
      ["04-04 14:30 repeated", "04-04 14:45 repeated", "04-04 15:00 repeated", "04-04 15:15 repeated", "04-04 15:30"],
      "clocks set back by half an hour",
    ],
    [
      "0,30 1-3 * * *",
      NEW_YORK,
      "2026-03-08T05:00:00Z",
      ["03-08 06:00", "03-08 06:30", "03-08 07:00 gap", "03-08 07:30", "03-09 05:00"],
      "several times in a gap and at its end are one run",
    ],
    ["*/20 2 * * *", NEW_YORK, "2026-03-08T05:00:00Z", ["03-09 06:00", "03-09 06:20"], "an interval skips a gap"],
    ["0 0 * * *", "Africa/Cairo", "2026-04-22T23:00:00Z", ["04-23 22:00 gap", "04-24 21:00"], "a day without midnight"],
    [
      "0 12 * * *",
      "Pacific/Apia",
      "2011-12-29T12:00:00Z",
      ["12-29 22:00", "12-30 10:00 gap", "12-30 22:00"],
      "a skipped day",
    ],
    ["0 9 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", ["03-29 07:00", "03-30 07:00"], "noon is not affected"],
  ])("%s in %s after %s: %j (%s)", (cron, zone, from, expected) => {
    expect(runs(cron, zone, from, expected.length)).toEqual(expected);
  });

  test.each([
    ["*/7 * * * *", NEW_YORK, "2026-11-01T04:00:00Z"],
    ["*/7 * * * *", NEW_YORK, "2026-03-08T04:00:00Z"],
    ["*/9 1-3 * * *", "Australia/Lord_Howe", "2026-04-04T10:00:00Z"],
    ["* 1 * * *", "Europe/Dublin", "2026-10-25T00:10:00Z"],
    ["10 * * * *", "America/St_Johns", "2026-10-31T20:00:00Z"],
  ])("%s in %s after %s runs at every matching minute", (cron, zone, from) => {
    const start = Date.parse(from);
    const [minutes = "", hours = ""] = cron.split(" ");
    const step = Number(minutes.split("/")[1] ?? 0);
    const [first = 0, last = first] = hours === "*" ? [0, 23] : hours.split("-").map(Number);
    const expected: number[] = [];
    for (let at = start + 60_000; at <= start + 12 * 3_600_000; at += 60_000) {
      const local = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "numeric", minute: "numeric" }).format(at);
      const [hour = 0, minute = 0] = local.split(":").map(Number);
      const fits = minutes === "*" || (step > 0 ? minute % step === 0 : minute === Number(minutes));
      if (fits && hour >= first && hour <= last) expected.push(at);
    }
    const found = nextRuns(timing(cron, zone), start, 400)
      .map(({ at }) => at)
      .filter((at) => at <= start + 12 * 3_600_000);
    expect(found).toEqual(expected);
  });
});

describe("the calendar", () => {
  test.each([
    ["0 12 1,15 * mon", ["04-27 12:00", "05-01 12:00", "05-04 12:00"], "either day or weekday"],
    ["0 12 */10 * 0", ["04-26 12:00", "05-01 12:00", "05-03 12:00"], "a step restricts it"],
    ["0 12 ? * 0", ["04-26 12:00", "05-03 12:00"], "a star doesn't restrict it"],
    ["0 0 31 * *", ["05-31 00:00", "07-31 00:00"], "months without that day are skipped"],
    ["0 12 29 2 *", ["02-29 12:00", "02-29 12:00"], "leap years"],
    ["@weekly", ["04-26 00:00", "05-03 00:00"], "Sundays"],
  ])("%s: %j (%s)", (cron, expected) => {
    expect(runs(cron, "UTC", "2026-04-22T12:00:00Z", expected.length)).toEqual(expected);
  });

  test("the expression's time zone overrides the schedule's", () => {
    expect(zoneOf(timing("CRON_TZ=Asia/Tokyo 0 0 * * *", NEW_YORK))).toBe("Asia/Tokyo");
    expect(runs("TZ=Asia/Tokyo 0 0 * * *", NEW_YORK, "2026-04-22T12:00:00Z", 1)).toEqual(["04-22 15:00"]);
    expect(zoneOf(timing("0 0 * * *", null))).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  test("is that of the zone shown, which an instant, an interval and an unreadable expression have none of", () => {
    expect(calendarZone(timing("0 0 * * *", NEW_YORK))).toBe(NEW_YORK);
    expect(calendarZone(timing("0 0 * * *", null))).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(calendarZone(timing("TZ=Asia/Tokyo 0 0 * * *", null))).toBe("Asia/Tokyo");
    for (const one of [timing("@every 1h"), timing("nonsense"), timing("", null, "2026-01-01T00:00:00Z")])
      expect(calendarZone(one)).toBeNull();
  });

  test("@every counts from its first run, however late it is evaluated", () => {
    const every = timing("@every 90m");
    const began = Date.parse("2026-04-22T12:00:00.400Z");
    expect(nextRun(every, began)?.at).toBe(Date.parse("2026-04-22T13:30:00Z"));
    expect(nextRun(every, Date.parse("2026-04-22T20:00:00Z"), began)?.at).toBe(Date.parse("2026-04-22T21:00:00Z"));
  });

  test("a single run has no further one", () => {
    const once = timing("", null, "2030-01-01T10:00:00+02:00");
    expect(nextRuns(once, 0, 5)).toEqual([{ at: Date.parse("2030-01-01T08:00:00Z"), clocks: null }]);
    expect(nextRun(once, Date.parse("2030-01-01T08:00:00Z"))).toBeNull();
  });
});

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Mars/Base", false],
  ["", false],
  ["+02:00", false],
  ["Europe/Berlin; drop", false],
])("isTimeZone(%j) is %j", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
