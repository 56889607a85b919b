import { expect, test } from "vitest";
import { catchUp } from "@/lib/schedule/rules/catch-up";

const DAY = "2026-05-01T";
const at = (time: string) => Date.parse(`${DAY}${time}Z`);
const clock = (instant: number | null) => instant && new Date(instant).toISOString().slice(11, 19);

test.each([
  ["*/10 * * * *", "10:00:00", "10:00:00", "10:00:00", null, "10:10:00", "in time"],
  ["*/10 * * * *", "10:00:00", "10:05:00", "10:00:00", null, "10:10:00", "five minutes late"],
  ["*/10 * * * *", "10:00:00", "10:05:01", null, "10:00:00-10:05:01", "10:10:00", "later than that"],
  ["*/10 * * * *", "10:00:00", "13:02:00", "13:00:00", "10:00:00-13:00:00", "13:10:00", "three hours offline"],
  ["*/10 * * * *", "10:00:00", "13:07:00", null, "10:00:00-13:07:00", "13:10:00", "nothing due inside the window"],
  ["* * * * *", "10:00:00", "10:03:20", "10:03:00", "10:00:00-10:03:00", "10:04:00", "one run, not four"],
  ["@every 7s", "10:00:00", "10:00:16", "10:00:14", "10:00:00-10:00:14", "10:00:21", "an interval keeps its rhythm"],
  ["@every 7s", "10:00:00", "23:00:00", "22:59:55", "10:00:00-22:59:55", "23:00:02", "however long it was offline"],
])("%s due at %s, seen at %s: run %s, missed %s, next %s (%s)", (cron, due, now, run, missed, next, _why) => {
  const timing = { cron_format: cron, timezone: "UTC", run_at: null };
  const plan = catchUp(timing, at(due), at(now));
  expect(clock(plan.run)).toBe(run);
  expect(plan.missed && `${clock(plan.missed.from)}-${clock(plan.missed.until)}`).toBe(missed);
  expect(clock(plan.next)).toBe(next);
});

test("a single run is caught up with or missed, and then it is over", () => {
  const timing = { cron_format: "", timezone: null, run_at: `${DAY}10:00:00Z` };
  expect(catchUp(timing, at("10:00:00"), at("10:04:00"))).toEqual({ run: at("10:00:00"), missed: null, next: null });
  expect(catchUp(timing, at("10:00:00"), at("10:06:00"))).toMatchObject({ run: null, next: null });
});

test("a year of missed runs is handled quickly", () => {
  const timing = { cron_format: "* * * * *", timezone: "Europe/Berlin", run_at: null };
  const started = performance.now();
  expect(catchUp(timing, at("10:00:00"), at("10:00:30") + 365 * 86_400_000).run).not.toBeNull();
  expect(performance.now() - started).toBeLessThan(2000);
});
