import { instantsOf, isTimeZone } from "@/lib/protocol/time-zone";
import { cronProblem } from "@/lib/schedule/rules/cron";

/** When a schedule runs, and why that is not equal to its recurrence rule, in sentences; none: it is equal. */
export type Timing = { cron_format: string; timezone: string | null; run_at: string | null; unequal: string[] };

type Start = { minute: number; hour: number; day: number; month: number; weekday: number; wall: number; zone: string };
type Fields = { minute: string; hour: string; day: string; month: string; weekday: string };

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const START = /DTSTART(?:;TZID=([^:;\s]+))?:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)/;
/** Parts that no cron expression can hold. */
const BEYOND_CRON = ["COUNT", "UNTIL", "BYSETPOS", "BYWEEKNO", "BYYEARDAY", "BYEASTER"];

/** Reads a recurrence rule of RFC 5545, as AWX stores it; null if no cron expression comes near it. */
export function timingOf(text: string, now: number): Timing | null {
  const start = readStart(text);
  const [first = "", ...others] = text.match(/\b(?:RRULE|EXRULE|RDATE|EXDATE)[;:]\S+/g) ?? [];
  if (!start || !first.startsWith("RRULE:")) return null;
  const rule = new Map(first.slice("RRULE:".length).split(";").map(splitAt));
  if (rule.get("COUNT") === "1" && others.length === 0) return once(start, now);
  const unequal = others.length > 0 ? ["it has more than one rule"] : [];
  const fields = fieldsOf(rule, start, unequal);
  if (!fields) return null;
  for (const part of BEYOND_CRON) if (rule.has(part)) unequal.push(`${part}=${rule.get(part)}`);
  const [begin = Number.NaN] = isTimeZone(start.zone) ? instantsOf(start.wall, start.zone) : [];
  if (Number.isNaN(begin)) unequal.push(`the time zone ${start.zone} is unknown`);
  if (begin > now) unequal.push(`it begins on ${new Date(begin).toISOString()}`);
  const { minute, hour, day, month, weekday } = fields;
  const cron_format = [minute, hour, day, month, weekday].join(" ");
  if (cronProblem(cron_format) !== null) return null;
  return { cron_format, timezone: isTimeZone(start.zone) ? start.zone : null, run_at: null, unequal };
}

function splitAt(part: string): [string, string] {
  const [name = "", value = ""] = part.toUpperCase().split("=", 2);
  return [name, value];
}

function readStart(text: string): Start | null {
  const [, zone, ...parts] = START.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number);
  if (month === 0) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return { minute, hour, day, month, weekday: new Date(wall).getUTCDay(), wall, zone: zone ?? "UTC" };
}

function once(start: Start, now: number): Timing | null {
  const [instant] = isTimeZone(start.zone) ? instantsOf(start.wall, start.zone) : [];
  if (instant === undefined) return null;
  const unequal = instant <= now ? ["its only run is in the past"] : [];
  return { cron_format: "", timezone: start.zone, run_at: new Date(instant).toISOString(), unequal };
}

type Rule = ReadonlyMap<string, string>;

function fieldsOf(rule: Rule, start: Start, unequal: string[]): Fields | null {
  const { freq, interval } = coarsest(rule.get("FREQ") ?? "", Number(rule.get("INTERVAL") ?? 1));
  const fields = BY_FREQUENCY[freq]?.(start, interval, rule);
  if (!fields) return null;
  const isEven = interval === 1 || EVEN[freq]?.(interval);
  if (!isEven) unequal.push(`FREQ=${freq};INTERVAL=${interval}`);
  return narrowed(fields, rule, freq, unequal);
}

/** 120 minutes are 2 hours. */
function coarsest(freq: string, interval: number): { freq: string; interval: number } {
  if (freq === "MINUTELY" && interval % 60 === 0) return coarsest("HOURLY", interval / 60);
  return freq === "HOURLY" && interval % 24 === 0 ? { freq: "DAILY", interval: interval / 24 } : { freq, interval };
}

/** Intervals that begin again with each hour, day or year. */
const EVEN: Readonly<Record<string, (interval: number) => boolean>> = {
  MINUTELY: (interval) => 60 % interval === 0,
  HOURLY: (interval) => 24 % interval === 0,
  MONTHLY: (interval) => 12 % interval === 0,
};

const EVERY: Fields = { minute: "*", hour: "*", day: "*", month: "*", weekday: "*" };

/** The fields that follow from the start and the interval alone. */
const BY_FREQUENCY: Readonly<Record<string, (start: Start, interval: number, rule: Rule) => Fields>> = {
  MINUTELY: ({ minute }, interval) => ({ ...EVERY, minute: steps(minute, interval, 0, 59) }),
  HOURLY: ({ minute, hour }, interval) => ({ ...EVERY, minute: String(minute), hour: steps(hour, interval, 0, 23) }),
  DAILY: ({ minute, hour }) => ({ ...EVERY, minute: String(minute), hour: String(hour) }),
  WEEKLY: ({ minute, hour, weekday }) => ({
    ...EVERY,
    minute: String(minute),
    hour: String(hour),
    weekday: String(weekday),
  }),
  MONTHLY: ({ minute, hour, day, month }, interval, rule) => ({
    ...EVERY,
    minute: String(minute),
    hour: String(hour),
    day: rule.has("BYDAY") ? "*" : String(day),
    month: steps(month, interval, 1, 12),
  }),
  YEARLY: ({ minute, hour, day, month }, _interval, rule) => ({
    ...EVERY,
    minute: String(minute),
    hour: String(hour),
    day: rule.has("BYDAY") ? "*" : String(day),
    // A day of the month without a month is that of every month.
    month: rule.has("BYMONTHDAY") ? "*" : String(month),
  }),
};

/** `offset`, and from there in steps, as long as the range lasts in both directions. */
function steps(offset: number, interval: number, min: number, max: number): string {
  if (interval === 1) return "*";
  const first = ((offset - min) % interval) + min;
  return first === min ? `*/${interval}` : `${first}-${max}/${interval}`;
}

/** Applies BYMINUTE, BYHOUR, BYMONTH, BYMONTHDAY and BYDAY. */
function narrowed(fields: Fields, rule: Rule, freq: string, unequal: string[]): Fields {
  const result = { ...fields };
  const narrow = (part: string, field: keyof Fields, value: (text: string) => string | null) => {
    const text = rule.get(part);
    if (text === undefined) return;
    const list = value(text);
    // A filter on a field that is counted in steps already.
    if (list === null || fields[field].includes("/")) unequal.push(`${part}=${text}`);
    else result[field] = list;
  };
  narrow("BYMINUTE", "minute", numbers);
  narrow("BYHOUR", "hour", numbers);
  narrow("BYMONTH", "month", numbers);
  narrow("BYMONTHDAY", "day", numbers);
  narrow("BYDAY", "weekday", freq === "YEARLY" ? () => null : weekdays);
  if (rule.has("BYSECOND") && rule.get("BYSECOND") !== "0") unequal.push(`BYSECOND=${rule.get("BYSECOND")}`);
  if (rule.has("BYDAY") && rule.has("BYMONTHDAY")) unequal.push("it runs only on days that fit both day fields");
  return result;
}

const numbers = (text: string): string | null => (/^\d+(?:,\d+)*$/.test(text) ? text : null);

/** Without ordinals such as 2MO, the second Monday. */
function weekdays(text: string): string | null {
  const days = text.split(",").map((day) => DAYS.indexOf(day));
  return days.includes(-1) ? null : days.sort((a, b) => a - b).join(",");
}
