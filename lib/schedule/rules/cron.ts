import { isTimeZone } from "@/lib/protocol/time-zone";

/** A parsed cron expression. `zone` is from its TZ= prefix. */
export type Cron =
  | { kind: "every"; zone: string | null; seconds: number }
  /** `fields` holds plain lists of numbers, or stars; `wild`: the minute or hour is a star. */
  | { kind: "calendar"; zone: string | null; fields: string; wild: boolean };

/** Why a cron expression is invalid: a message that clients know, and the field whose number is out of range. */
class CronProblem extends Error {
  constructor(
    message: string,
    readonly outside: Field | null = null,
  ) {
    super(message);
  }
}

const DESCRIPTORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
  }),
);
const EVERY = "@every ";

type FieldKey = "cronMinute" | "cronHour" | "cronDay" | "cronMonth" | "cronWeekday";
/** `key` is the message for a number outside the range. */
type Field = { key: FieldKey; min: number; max: number; names: readonly string[] };

const MINUTE: Field = { key: "cronMinute", min: 0, max: 59, names: [] };
const HOUR: Field = { key: "cronHour", min: 0, max: 23, names: [] };
const DAY: Field = { key: "cronDay", min: 1, max: 31, names: [] };
export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH: Field = { key: "cronMonth", min: 1, max: 12, names: MONTHS };
export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY: Field = { key: "cronWeekday", min: 0, max: 6, names: WEEKDAYS };
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses five fields, a word such as @daily, or @every with a duration, each with an optional TZ=. Throws CronProblem.
 */
export function parseCron(text: string): Cron {
  const { zone, rest } = splitZone(text.trim());
  if (rest === "") throw new CronProblem("empty spec string");
  if (rest.startsWith(EVERY)) return { kind: "every", zone, seconds: parseEvery(rest) };
  const described = DESCRIPTORS.get(rest);
  if (rest.startsWith("@") && !described) throw new CronProblem(`unrecognized descriptor: ${rest}`);
  return { kind: "calendar", zone, ...parseFields(described ?? rest) };
}

/** Why a cron expression is invalid; null if it is valid. */
export function cronProblem(text: string): CronProblem | null {
  try {
    parseCron(text);
    return null;
  } catch (error) {
    if (error instanceof CronProblem) return error;
    throw error;
  }
}

function splitZone(text: string): { zone: string | null; rest: string } {
  const [prefix, zone] = /^(?:CRON_)?TZ=(\S*)/.exec(text) ?? [];
  if (prefix === undefined || zone === undefined) return { zone: null, rest: text };
  if (!isTimeZone(zone)) throw new CronProblem(`provided bad location ${zone}: unknown time zone ${zone}`);
  return { zone, rest: text.slice(prefix.length).trim() };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const DURATION = /^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const HUNDRED_YEARS = 100 * 366 * 86_400;

/** Whole seconds, at least one. */
function parseEvery(text: string): number {
  const duration = text.slice(EVERY.length);
  const parts = [...duration.matchAll(/([\d.]+)([a-zµμ]+)/g)];
  const seconds = parts.reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (UNIT_SECONDS[unit] ?? 0), 0);
  if (!DURATION.test(duration) || seconds === 0 || seconds > HUNDRED_YEARS) {
    throw new CronProblem(`failed to parse duration ${text}: invalid duration "${duration}"`);
  }
  return Math.max(1, Math.floor(seconds));
}

function parseFields(text: string): { fields: string; wild: boolean } {
  const texts = text.split(/\s+/);
  const [minute, hour, day, month, weekday] = texts;
  if (texts.length !== 5 || !minute || !hour || !day || !month || !weekday) {
    throw new CronProblem(`expected exactly 5 fields, found ${texts.length}: [${texts.join(" ")}]`);
  }
  const parsed = {
    minute: parseField(minute, MINUTE),
    hour: parseField(hour, HOUR),
    day: parseField(day, DAY),
    month: parseField(month, MONTH),
    weekday: parseField(weekday, WEEKDAY),
  };
  if (parsed.weekday === "*" && !hasDate(parsed.month, parsed.day)) throw new CronProblem(`no such date: ${text}`);
  return { fields: Object.values(parsed).join(" "), wild: /[*?]/.test(minute + hour) };
}

/** `*` if it restricts nothing, otherwise the numbers it stands for, separated by commas. */
function parseField(text: string, field: Field): string {
  const terms = text.split(",").map((term) => parseTerm(term, field));
  if (terms.includes("*")) return "*";
  return [...new Set(terms.flatMap((term) => (term === "*" ? [] : term)))].sort((a, b) => a - b).join(",");
}

function parseTerm(term: string, field: Field): number[] | "*" {
  const [range = "", stepText, ...moreSteps] = term.split("/");
  const star = range === "*" || range === "?";
  const { start, end, single } = star
    ? { start: field.min, end: field.max, single: false }
    : parseRange(range, term, field);
  if (moreSteps.length > 0) throw new CronProblem(`too many slashes: ${term}`);
  const step = stepText === undefined ? 1 : parseNumber(stepText);
  const last = single && stepText !== undefined ? field.max : end;
  if (start < field.min) {
    throw new CronProblem(`beginning of range (${start}) below minimum (${field.min}): ${term}`, field);
  }
  if (last > field.max) throw new CronProblem(`end of range (${last}) above maximum (${field.max}): ${term}`, field);
  if (start > last) throw new CronProblem(`beginning of range (${start}) beyond end of range (${last}): ${term}`);
  if (step === 0) throw new CronProblem(`step of range should be a positive number: ${term}`);
  if (star && step === 1) return "*";
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, index) => start + index * step);
}

function parseRange(range: string, term: string, { names, min }: Field) {
  const [low = "", high, ...more] = range.split("-");
  const start = parseNumber(low, names, min);
  if (more.length > 0) throw new CronProblem(`too many hyphens: ${term}`);
  return { start, end: high === undefined ? start : parseNumber(high, names, min), single: high === undefined };
}

function parseNumber(text: string, names: readonly string[] = [], first = 0): number {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + first;
  if (!/^\d+$/.test(text)) throw new CronProblem(`failed to parse int from ${text}: invalid syntax`);
  if (text.length > 9) throw new CronProblem(`failed to parse int from ${text}: value out of range`);
  return Number(text);
}

/** False for 30 February and the like, which would never run. */
function hasDate(month: string, day: string): boolean {
  if (day === "*") return true;
  const firstDay = Math.min(...day.split(",").map(Number));
  return LONGEST_MONTHS.some((length, index) => isIn(month, index + 1) && firstDay <= length);
}

const isIn = (list: string, value: number): boolean => list === "*" || list.split(",").includes(String(value));
