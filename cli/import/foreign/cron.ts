import { cronProblem, MONTHS, WEEKDAYS } from "@/lib/schedule/rules/cron";

/** A cron expression of this product, and why it is not equal to the original; null: it is equal. */
export type Translated = { cron: string; unequal: string | null };

type Field = { min: number; max: number; names?: readonly string[] };

const MINUTE: Field = { min: 0, max: 59 };
const HOUR: Field = { min: 0, max: 23 };
const DAY: Field = { min: 1, max: 31 };
const MONTH: Field = { min: 1, max: 12, names: MONTHS };
/** In crontab, 0 and 7 are Sunday. */
const CRONTAB_WEEKDAY: Field = { min: 0, max: 7, names: WEEKDAYS };
/** In Quartz, 1 is Sunday. */
const QUARTZ_WEEKDAY: Field = { min: 1, max: 7, names: WEEKDAYS };

/** Five fields or a word of a crontab; null if no schedule comes near them. */
export function fromCrontab(text: string): Translated | null {
  if (text.startsWith("@")) return cronProblem(text) === null ? { cron: text, unequal: null } : null;
  const [minute, hour, day = "", month, weekday = ""] = text.split(/\s+/);
  const days = weekday === "*" ? "*" : translate(weekday, CRONTAB_WEEKDAY, (number) => number % 7);
  if (days === null) return null;
  const cron = [minute, hour, day, month, days].join(" ");
  if (cronProblem(cron) !== null) return null;
  return { cron, unequal: bothDays(day, weekday) };
}

/** With a star in one of the two, cron runs on days that fit both; Signalbox on those that fit one. */
function bothDays(day: string, weekday: string): string | null {
  if (day === "*" || weekday === "*") return null;
  return day.startsWith("*") || weekday.startsWith("*") ? "it runs only on days that fit both day fields" : null;
}

/** The six or seven fields of Quartz: seconds, minute, hour, day, month, weekday and year. */
export function fromQuartz(text: string): Translated | null {
  const [seconds = "0", minute = "0", hour = "0", day = "*", month = "*", weekday = "*", year = "*"] = text
    .trim()
    .split(/\s+/);
  const fields = [
    translate(minute, MINUTE),
    translate(hour, HOUR),
    translate(day, DAY),
    translate(month, MONTH),
    translate(weekday, QUARTZ_WEEKDAY, (number) => number - 1),
  ];
  const special = [day, weekday].find((field) => /[LW#]/i.test(field.replace(/[a-z]{3}/gi, "")));
  const cron = fields.map((field) => field ?? "*").join(" ");
  if ((fields.includes(null) && !special) || cronProblem(cron) !== null) return null;
  return { cron, unequal: quartzOnly(seconds, year, special) };
}

function quartzOnly(seconds: string, year: string, special: string | undefined): string | null {
  if (special) return `there is no counterpart of the day "${special}"`;
  if (!/^\d+$/.test(seconds)) return `it has the seconds "${seconds}"`;
  return year === "*" || year === "?" ? null : `it has the years "${year}"`;
}

/** A field as this product writes it; null if it is not made of numbers, names, ranges and steps. */
function translate(text: string, field: Field, number = (value: number) => value): string | null {
  if (text === "*" || text === "?") return "*";
  const numbers: number[] = [];
  for (const term of text.split(",")) {
    const expanded = expand(term, field);
    if (expanded === null) return null;
    numbers.push(...expanded.map(number));
  }
  if (/^\*\/\d+$/.test(text) && field.names === undefined) return text;
  return compact([...new Set(numbers)].sort((a, b) => a - b));
}

function expand(term: string, field: Field): number[] | null {
  const [, from = "", to, step] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(term) ?? [];
  const start = from === "*" ? field.min : numberOf(from, field);
  const last = to === undefined ? (from === "*" || step ? field.max : start) : numberOf(to, field);
  if (start === null || last === null || step === "0") return null;
  // Quartz allows FRI-MON.
  const size = field.max - field.min + 1;
  const length = last < start ? last + size - start : last - start;
  const every = Number(step ?? 1);
  return Array.from(
    { length: Math.floor(length / every) + 1 },
    (_, at) => ((start + at * every - field.min) % size) + field.min,
  );
}

function numberOf(text: string, { min, max, names = [] }: Field): number | null {
  const named = names.indexOf(text.slice(0, 3).toLowerCase());
  const number = named >= 0 ? named + min : /^\d+$/.test(text) ? Number(text) : null;
  return number !== null && number >= min && number <= max ? number : null;
}

/** Numbers in order, runs of three or more as ranges. */
function compact(numbers: readonly number[]): string {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join(","))).join(",");
}
