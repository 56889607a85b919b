import { CronPattern } from "croner";

/** True when objects and arrays stand in one another more than `levels` times. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** NUL, and halves of characters that UTF-16 writes in two: Postgres stores neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Where in a value that is not too deep a text cannot be stored; null when all can. */
export function unstorableAt(value: unknown): string[] | null {
  if (typeof value === "string") return UNSTORABLE.test(value) ? [] : null;
  if (value === null || typeof value !== "object") return null;
  for (const [key, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return [];
    const path = unstorableAt(inner);
    if (path) return [key, ...path];
  }
  return null;
}

const DESCRIPTORS = ["yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly"];
const EVERY = /^@every (?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;
const ZONE = /^(?:CRON_)?TZ=(\S+) +/;
const FIELDS = /^(?:[0-9*?,/-]|[a-z]{3})+(?: +(?:[0-9*?,/-]|[a-z]{3})+){4}$/i;
const WEEKDAY_7 = /(?:^|[,-])7(?:[,/-]|$)/;

/** Whether a schedule could be made of the text: five fields, a word such as @daily, or @every with a duration. */
export function isCron(cron: string): boolean {
  const zone = ZONE.exec(cron);
  if (zone && !isTimeZone(zone[1] ?? "")) return false;
  const rest = cron.slice(zone?.[0].length ?? 0).trim();
  if (rest.startsWith("@")) return DESCRIPTORS.includes(rest.slice(1)) || EVERY.test(rest);
  return FIELDS.test(rest) && !WEEKDAY_7.test(rest.split(/ +/)[4] ?? "") && isPattern(rest.replaceAll("?", "*"));
}

function isPattern(fields: string): boolean {
  try {
    new CronPattern(fields, undefined, { mode: "5-part", sloppyRanges: true });
    return true;
  } catch {
    // It says what is wrong by throwing.
    return false;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    // The only way to ask.
    return false;
  }
}

type Built = { name: string; type: string; build_template: string | null };

/** The name of the template whose result a template deploys; null for other kinds of templates. */
export const sourceOf = ({ type, build_template }: Omit<Built, "name">): string | null =>
  type === "deploy" ? build_template : null;

/** How many builds and deploys come before a template; null when it would, in the end, deploy itself. */
export function distanceToBuild(template: Built, byName: ReadonlyMap<string, Built>): number | null {
  const passed = new Set<string>();
  let source = sourceOf(template);
  while (source !== null && !passed.has(source)) {
    if (source === template.name) return null;
    passed.add(source);
    const before = byName.get(source);
    source = before ? sourceOf(before) : null;
  }
  return passed.size;
}

/** Every template after those it deploys. */
export function inBuildOrder<Template extends Built>(templates: Template[]): Template[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const distances = new Map(templates.map((template) => [template, distanceToBuild(template, byName) ?? 0]));
  return [...templates].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}
