import { describe, expect, test } from "vitest";
import { timingOf } from "@/cli/import/awx/rrule";
import { fromCrontab, fromQuartz } from "@/cli/import/foreign/cron";

const NOW = Date.parse("2026-11-22T12:00:00Z");

describe("recurrence rules of AWX", () => {
  test.each([
    ["DTSTART;TZID=America/New_York:20230208T163000 RRULE:INTERVAL=1;FREQ=DAILY", "30 16 * * *", "America/New_York"],
    ["DTSTART:20240101T020000Z RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=FR,MO", "0 2 * * 1,5", "UTC"],
    ["DTSTART;TZID=UTC:20240103T020000 RRULE:FREQ=WEEKLY;INTERVAL=1", "0 2 * * 3", "UTC"],
    ["DTSTART;TZID=UTC:20240101T020000 RRULE:FREQ=MINUTELY;INTERVAL=1", "* * * * *", "UTC"],
    ["DTSTART;TZID=UTC:20240101T020700 RRULE:FREQ=MINUTELY;INTERVAL=15", "7-59/15 * * * *", "UTC"],
    ["DTSTART;TZID=UTC:20240101T020000 RRULE:FREQ=MINUTELY;INTERVAL=120", "0 */2 * * *", "UTC"],
    ["DTSTART;TZID=UTC:20240101T000000 RRULE:FREQ=MINUTELY;INTERVAL=15;BYDAY=MO;BYHOUR=9,10", "*/15 9,10 * * 1", "UTC"],
    ["DTSTART;TZID=UTC:20240101T050700 RRULE:FREQ=HOURLY;INTERVAL=6", "7 5-23/6 * * *", "UTC"],
    ["DTSTART;TZID=UTC:20240131T050700 RRULE:FREQ=MONTHLY;INTERVAL=1", "7 5 31 * *", "UTC"],
    ["DTSTART;TZID=UTC:20240131T050700 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,15", "7 5 1,15 */3 *", "UTC"],
    ["DTSTART;TZID=UTC:20240229T050700 RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=3;BYMONTHDAY=1", "7 5 1 3 *", "UTC"],
    ["DTSTART;TZID=UTC:20240229T050700\nRRULE:FREQ=YEARLY;INTERVAL=1", "7 5 29 2 *", "UTC"],
    ["DTSTART;TZID=UTC:20240229T050700 RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTHDAY=1", "7 5 1 * *", "UTC"],
  ])("%s is %s", (rule, cron_format, timezone) => {
    expect(timingOf(rule, NOW)).toEqual({ cron_format, timezone, run_at: null, unequal: [] });
  });

  test.each([
    ["INTERVAL=2;FREQ=WEEKLY;BYDAY=MO", "0 2 * * 1", /FREQ=WEEKLY;INTERVAL=2/],
    ["INTERVAL=45;FREQ=MINUTELY", "*/45 * * * *", /FREQ=MINUTELY;INTERVAL=45/],
    ["INTERVAL=1;FREQ=DAILY;UNTIL=20270101T000000Z", "0 2 * * *", /UNTIL=20270101T000000Z/],
    ["INTERVAL=1;FREQ=DAILY;COUNT=5", "0 2 * * *", /COUNT=5/],
    ["INTERVAL=1;FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1", "0 2 * * 1", /BYSETPOS=1/],
    ["INTERVAL=1;FREQ=MONTHLY;BYDAY=2MO", "0 2 * * *", /BYDAY=2MO/],
    ["INTERVAL=1;FREQ=MONTHLY;BYMONTHDAY=-1", "0 2 1 * *", /BYMONTHDAY=-1/],
    ["INTERVAL=15;FREQ=MINUTELY;BYMINUTE=3", "*/15 * * * *", /BYMINUTE=3/],
    ["INTERVAL=1;FREQ=DAILY;BYDAY=MO;BYMONTHDAY=1", "0 2 1 * 1", /both day fields/],
    ["INTERVAL=1;FREQ=DAILY EXRULE:FREQ=WEEKLY;BYDAY=SU", "0 2 * * *", /more than one rule/],
    ["INTERVAL=1;FREQ=DAILY EXDATE:20240301T020000Z", "0 2 * * *", /more than one rule/],
  ])("%s is only near %s, and says why", (rule, cron_format, reason) => {
    const timing = timingOf(`DTSTART;TZID=UTC:20240101T020000 RRULE:${rule}`, NOW);
    expect(timing).toMatchObject({ cron_format, unequal: [expect.stringMatching(reason)] });
  });

  test("a rule that begins later, or in an unknown zone, is not equal", () => {
    expect(timingOf("DTSTART;TZID=UTC:20270101T020000 RRULE:FREQ=DAILY;INTERVAL=1", NOW)?.unequal).toEqual([
      "it begins on 2027-01-01T02:00:00.000Z",
    ]);
    expect(timingOf("DTSTART;TZID=Mars/Base:20240101T020000 RRULE:FREQ=DAILY;INTERVAL=1", NOW)).toMatchObject({
      timezone: null,
      unequal: ["the time zone Mars/Base is unknown"],
    });
  });

  test("a single run is a time, in its zone; one in the past is not equal", () => {
    const once = (start: string) => timingOf(`DTSTART;TZID=Europe/Berlin:${start} RRULE:FREQ=DAILY;COUNT=1`, NOW);
    expect(once("20270701T080000")).toMatchObject({ cron_format: "", run_at: "2027-07-01T06:00:00.000Z", unequal: [] });
    expect(once("20250701T080000")?.unequal).toEqual(["its only run is in the past"]);
  });

  test.each([
    "nonsense",
    "RRULE:FREQ=DAILY",
    "DTSTART:20240101T000000Z RRULE:FREQ=SECONDLY",
    "DTSTART:20240101T000000Z RRULE:FREQ=DAILY;BYHOUR=99",
  ])("%s has no counterpart", (rule) => {
    expect(timingOf(rule, NOW)).toBeNull();
  });
});

describe("crontab fields", () => {
  test.each([
    ["0 5 * * 7", "0 5 * * 0"],
    ["*/15 9-17 * * mon-fri", "*/15 9-17 * * 1-5"],
    ["5 4 * * 5-7", "5 4 * * 0,5,6"],
    ["0 0 * jan-mar *", "0 0 * jan-mar *"],
    ["0 0 1,15 * *", "0 0 1,15 * *"],
    ["@daily", "@daily"],
  ])("%s is %s", (text, cron) => {
    expect(fromCrontab(text)).toEqual({ cron, unequal: null });
  });

  test("both day fields mean either day, unless one has a star, which Signalbox takes otherwise", () => {
    expect(fromCrontab("0 0 1 * 1")?.unequal).toBeNull();
    expect(fromCrontab("0 0 */2 * 1")?.unequal).toMatch(/both day fields/);
    expect(fromCrontab("0 0 13 * */5")?.unequal).toMatch(/both day fields/);
  });

  test.each(["@reboot", "@every_minute", "0 0~6 * * *", "61 * * * *", "0 0 30 2 *"])(
    "%s has no counterpart",
    (text) => {
      expect(fromCrontab(text)).toBeNull();
    },
  );
});

describe("Quartz fields", () => {
  test.each([
    ["0 30 */6 ? Jan Mon *", "30 */6 * 1 1"],
    ["0 01 05 ? APR,MAR,MAY FRI,MON,TUE *", "1 5 * 3-5 1,2,5"],
    ["0 0 2 ? * 2-6 *", "0 2 * * 1-5"],
    ["0 0 3 ? * FRI-MON", "0 3 * * 0,1,5,6"],
    ["0 0/15 * * * ? *", "0,15,30,45 * * * *"],
    ["0 0 22-2 * * ?", "0 0-2,22,23 * * *"],
    ["0 0 12 1/10 * ? *", "0 12 1,11,21,31 * *"],
    ["0 * * * * ?", "* * * * *"],
  ])("%s is %s", (text, cron) => {
    expect(fromQuartz(text)).toEqual({ cron, unequal: null });
  });

  test.each([
    ["0 0 2 L * ? *", /the day "L"/],
    ["0 0 2 ? * 6L *", /the day "6L"/],
    ["0 0 2 15W * ? *", /the day "15W"/],
    ["0 0 2 ? * MON#2 *", /the day "MON#2"/],
    ["*/10 * * * * ? *", /the seconds/],
    ["0 0 2 * * ? 2027", /the years "2027"/],
  ])("%s is not equal, and says why", (text, reason) => {
    expect(fromQuartz(text)?.unequal).toMatch(reason);
  });

  test("what is no time has no counterpart", () => {
    expect(fromQuartz("0 never * * * ?")).toBeNull();
  });
});
