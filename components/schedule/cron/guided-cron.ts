import { cronProblem, parseCron } from "@/lib/schedule/rules/cron";

export const TIMINGS = ["yearly", "monthly", "weekly", "daily", "hourly"] as const;
export type Timing = (typeof TIMINGS)[number];

const GROUPS = ["months", "days", "weekdays", "hours", "minutes"] as const;
export type Group = (typeof GROUPS)[number];

/** A cron expression as checkboxes, in order; an empty group is a star. Months start at 1, weekdays at Sunday = 0. */
export type Guided = { timing: Timing } & Record<Group, number[]>;

export const EVERY_MINUTE = "* * * * *";

const NOTHING: Record<Group, number[]> = { months: [], days: [], weekdays: [], hours: [], minutes: [] };

/** The groups of checkboxes for each timing. */
const OFFERED: Record<Timing, readonly Group[]> = {
  hourly: ["minutes"],
  daily: ["hours", "minutes"],
  weekly: ["weekdays", "hours", "minutes"],
  monthly: ["days", "hours", "minutes"],
  yearly: ["months", "days", "hours", "minutes"],
};

/** Which timing each group implies; the last group with a value decides. */
const DECIDES: readonly [Group, Timing][] = [
  ["minutes", "hourly"],
  ["hours", "daily"],
  ["weekdays", "weekly"],
  ["days", "monthly"],
  ["months", "yearly"],
];

/** Null for expressions that checkboxes can't express: @daily and the like, @every, a time zone, invalid ones. */
export function guidedOf(text: string): Guided | null {
  if (!/^[^@=]*$/.test(text) || cronProblem(text) !== null) return null;
  const cron = parseCron(text);
  if (cron.kind === "every") return null;
  const [minutes, hours, days, months, weekdays] = cron.fields.split(" ").map(readField);
  const groups = fill({ minutes, hours, days, months, weekdays });
  const timing = DECIDES.findLast(([group]) => groups[group].length > 0)?.[1] ?? "hourly";
  return { timing, ...groups };
}

const readField = (field: string): number[] => (field === "*" ? [] : field.split(",").map(Number));

const fill = (groups: Partial<Record<Group, number[]>>): Record<Group, number[]> => ({
  ...NOTHING,
  ...Object.fromEntries(Object.entries(groups).filter(([, values]) => values !== undefined)),
});

export const NO_BOXES: Guided = { timing: "hourly", ...NOTHING };

export const cronOf = ({ minutes, hours, days, months, weekdays }: Guided): string =>
  [minutes, hours, days, months, weekdays].map((values) => values.join(",") || "*").join(" ");

/** What a timing starts with: on Monday, on the first, in January, at nine. */
const FIRST: Record<Group, number> = { months: 1, days: 1, weekdays: 1, hours: 9, minutes: 0 };

/** Keeps only the groups of the timing, a year all; an empty one gets a value, or a week would be every day. */
export function withTiming(guided: Guided, timing: Timing): Guided {
  const offered = OFFERED[timing].map((group) => [group, guided[group].length > 0 ? guided[group] : [FIRST[group]]]);
  return { ...(timing === "yearly" ? guided : NOTHING), ...Object.fromEntries(offered), timing };
}

export function toggled(guided: Guided, group: Group, value: number): Guided {
  const values = guided[group];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return { ...guided, [group]: next.sort((a, b) => a - b) };
}

/** The timing's groups, and others with selected values. */
export const groupsOf = (guided: Guided): Group[] =>
  GROUPS.filter((group) => OFFERED[guided.timing].includes(group) || guided[group].length > 0);

const range = (first: number, last: number, step = 1): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

const BOXES: Record<Group, number[]> = {
  months: range(1, 12),
  days: range(1, 31),
  weekdays: range(0, 6),
  hours: range(0, 23),
  minutes: range(0, 55, 5),
};

/** Minutes in steps of five, plus those in the expression. */
export const boxesOf = (guided: Guided, group: Group): number[] =>
  [...new Set([...BOXES[group], ...guided[group]])].sort((a, b) => a - b);
