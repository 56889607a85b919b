import { describe, expect, test } from "vitest";
import { cronProblem, parseCron } from "@/lib/schedule/rules/cron";

describe("parseCron understands", () => {
  test.each([
    ["* * * * *", "* * * * *"],
    ["? ? ? ? ?", "* * * * *"],
    ["*/1 * * * *", "* * * * *"],
    ["*/15 0-3 1,15 1-3 *", "0,15,30,45 0,1,2,3 1,15 1,2,3 *"],
    ["5/20 * * * *", "5,25,45 * * * *"],
    ["0 8-18/5 * * *", "0 8,13,18 * * *"],
    ["0 0 * JAN,dec Mon-fri", "0 0 * 1,12 1,2,3,4,5"],
    ["0 0 * feb/5 sun", "0 0 * 2,7,12 0"],
    ["3,1,2,1 * * * *", "1,2,3 * * * *"],
    ["1,* * * * *", "* * * * *"],
    ["0 0 1-31 * 1", "0 0 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31 * 1"],
    ["0 0 29 2 *", "0 0 29 2 *"],
    ["0 0 31 2 1", "0 0 31 2 1"],
    ["  0\t0  1 1 * ", "0 0 1 1 *"],
    ["00 08 * * *", "0 8 * * *"],
    ["@yearly", "0 0 1 1 *"],
    ["@annually", "0 0 1 1 *"],
    ["@monthly", "0 0 1 * *"],
    ["@weekly", "0 0 * * 0"],
    ["@daily", "0 0 * * *"],
    ["@midnight", "0 0 * * *"],
    ["@hourly", "0 * * * *"],
  ])("%j", (text, fields) => {
    expect(parseCron(text)).toMatchObject({ kind: "calendar", zone: null, fields });
  });

  test.each([
    ["TZ=Europe/Berlin 0 6 * * *", "Europe/Berlin"],
    ["CRON_TZ=Asia/Tokyo @daily", "Asia/Tokyo"],
    ["TZ=UTC @every 1h", "UTC"],
  ])("the zone in %j", (text, zone) => {
    expect(parseCron(text).zone).toBe(zone);
  });

  test.each([
    ["@every 90s", 90],
    ["@every 1h30m", 5400],
    ["@every 1.5h", 5400],
    ["@every .5m", 30],
    ["@every 1500ms", 1],
    ["@every 10us", 1],
    ["@every 100h", 360_000],
  ])("%j as %d seconds", (text, seconds) => {
    expect(parseCron(text)).toMatchObject({ kind: "every", seconds });
  });
});

describe("cronProblem", () => {
  test.each([
    ["", "empty spec string"],
    ["   ", "empty spec string"],
    ["TZ=UTC", "empty spec string"],
    ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
    ["0 * * * * *", "expected exactly 5 fields, found 6: [0 * * * * *]"],
    ["0 0 * * * * 2030", "expected exactly 5 fields, found 7: [0 0 * * * * 2030]"],
    ["2030-01-01T00:00:00Z", "expected exactly 5 fields, found 1: [2030-01-01T00:00:00Z]"],
    ["2030-01-01 00:00:00", "expected exactly 5 fields, found 2: [2030-01-01 00:00:00]"],
    ["x * * * *", "failed to parse int from x: invalid syntax"],
    ["* * * foo *", "failed to parse int from foo: invalid syntax"],
    ["1.5 * * * *", "failed to parse int from 1.5: invalid syntax"],
    ["-5 * * * *", "failed to parse int from : invalid syntax"],
    ["*-5 * * * *", "failed to parse int from *: invalid syntax"],
    ["1,, * * * *", "failed to parse int from : invalid syntax"],
    ["mon * * * *", "failed to parse int from mon: invalid syntax"],
    ["99999999999999999999 * * * *", "failed to parse int from 99999999999999999999: value out of range"],
    ["*/x * * * *", "failed to parse int from x: invalid syntax"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["* 24 * * *", "end of range (24) above maximum (23): 24"],
    ["* * 32 * *", "end of range (32) above maximum (31): 32"],
    ["* * * 13 *", "end of range (13) above maximum (12): 13"],
    ["* * * * 7", "end of range (7) above maximum (6): 7"],
    ["* * * * 5-7", "end of range (7) above maximum (6): 5-7"],
    ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
    ["* * * 0 *", "beginning of range (0) below minimum (1): 0"],
    ["5-3 * * * *", "beginning of range (5) beyond end of range (3): 5-3"],
    ["*/0 * * * *", "step of range should be a positive number: */0"],
    ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
    ["1/2/3 * * * *", "too many slashes: 1/2/3"],
    ["@fortnightly", "unrecognized descriptor: @fortnightly"],
    ["@Daily", "unrecognized descriptor: @Daily"],
    ["@constructor", "unrecognized descriptor: @constructor"],
    ["constructor", "expected exactly 5 fields, found 1: [constructor]"],
    ["TZ=UTC __proto__", "expected exactly 5 fields, found 1: [__proto__]"],
    ["@every", "unrecognized descriptor: @every"],
    ["@every 5", 'failed to parse duration @every 5: invalid duration "5"'],
    ["@every 5 m", 'failed to parse duration @every 5 m: invalid duration "5 m"'],
    ["@every -5m", 'failed to parse duration @every -5m: invalid duration "-5m"'],
    ["@every 0s", 'failed to parse duration @every 0s: invalid duration "0s"'],
    ["@every 99999999999h", 'failed to parse duration @every 99999999999h: invalid duration "99999999999h"'],
    ["TZ=Mars/Base * * * * *", "provided bad location Mars/Base: unknown time zone Mars/Base"],
    ["TZ= * * * * *", "provided bad location : unknown time zone "],
    ["TZ=+02:00 * * * * *", "provided bad location +02:00: unknown time zone +02:00"],
    ["0 0 30 2 *", "no such date: 0 0 30 2 *"],
    ["0 0 31 4,6,9,11 *", "no such date: 0 0 31 4,6,9,11 *"],
    ["0 0 L * *", "failed to parse int from L: invalid syntax"],
    ["0 0 15W * *", "failed to parse int from 15W: invalid syntax"],
    ["0 0 * * 1#2", "failed to parse int from 1#2: invalid syntax"],
    ["0 0 1 * +1", "failed to parse int from +1: invalid syntax"],
  ])("reports %j as %s", (text, reason) => {
    expect(cronProblem(text)?.message).toBe(reason);
  });

  test.each([
    ["60 * * * *", "cronMinute", 0, 59],
    ["* 24 * * *", "cronHour", 0, 23],
    ["* * 0 * *", "cronDay", 1, 31],
    ["* * * 13 *", "cronMonth", 1, 12],
    ["* * * * 7", "cronWeekday", 0, 6],
  ])("names the field of %j that is out of range", (text, key, min, max) => {
    expect(cronProblem(text)?.outside).toMatchObject({ key, min, max });
  });

  test("names no field if no number is out of range", () => {
    expect(cronProblem("5-3 * * * *")?.outside).toBeNull();
  });

  test("accepts a valid cron expression", () => {
    expect(cronProblem("0 4 * * 1-5")).toBeNull();
  });
});
