import { Cron as CronSearch } from "croner";
import { endOfGap, instantsOf, nextBackwardChange, offsetAt, ownZone, type WallTime } from "@/lib/protocol/time-zone";
import { type Cron, cronProblem, parseCron } from "@/lib/schedule/rules/cron";

/**
 * When a schedule runs: by cron expression, or once at `run_at` (RFC 3339). A zone in the expression overrides
 * `timezone`.
 */
export type Timing = { cron_format: string; timezone: string | null; run_at: string | null };

/** `gap`: the clocks skip the planned time, so it runs right after. `repeated`: the planned time occurs twice. */
export type Run = { at: number; clocks: "gap" | "repeated" | null };

/** The zone a schedule uses; this process's by default. Throws CronProblem. */
export function zoneOf({ cron_format, timezone, run_at }: Timing): string {
  const named = run_at === null ? parseCron(cron_format).zone : null;
  return named ?? timezone ?? ownZone();
}

/** The zone whose calendar a schedule follows; null for an instant, an interval or an expression that can't be read. */
export function calendarZone(timing: Timing): string | null {
  if (timing.run_at !== null || cronProblem(timing.cron_format)) return null;
  return parseCron(timing.cron_format).kind === "every" ? null : zoneOf(timing);
}

/**
 * The first run after `after` (milliseconds); null if there is none. `@every` counts from `anchor`, an instant at
 * which it ran or started. Throws CronProblem.
 */
export function nextRun(timing: Timing, after: number, anchor: number = after): Run | null {
  if (timing.run_at !== null) {
    const at = Date.parse(timing.run_at);
    return at > after ? { at, clocks: null } : null;
  }
  const cron = parseCron(timing.cron_format);
  if (cron.kind === "every") return { at: nextEvery(cron.seconds * 1000, after, anchor), clocks: null };
  return nextInCalendar(cron, cron.zone ?? timing.timezone ?? ownZone(), after);
}

/** The next runs in order, at most `count`. */
export function nextRuns(timing: Timing, after: number, count: number): Run[] {
  const runs: Run[] = [];
  for (let run = nextRun(timing, after); run && runs.length < count; run = nextRun(timing, run.at)) runs.push(run);
  return runs;
}

function nextEvery(stepMs: number, after: number, anchor: number): number {
  const start = Math.floor(anchor / 1000) * 1000;
  return start + (Math.floor((after - start) / stepMs) + 1) * stepMs;
}

type Calendar = Extract<Cron, { kind: "calendar" }>;

/**
 * croner searches the calendar without zones; clock changes are applied here. As in cron: a schedule with a star for
 * minute or hour follows both passes of a repeated hour and skips a gap; any other runs once per planned time, right
 * after the gap if it falls into one.
 */
function nextInCalendar(cron: Calendar, zone: string, after: number): Run | null {
  const search = new CronSearch(cron.fields, { mode: "5-part", utcOffset: 0 });
  const first = firstFrom(search, after + offsetAt(after, zone), after, cron, zone);
  const back = cron.wild ? nextBackwardChange(after, zone) : null;
  if (back === null) return first;
  const again = firstFrom(search, back + offsetAt(back, zone) - 1, after, cron, zone);
  return again && (!first || again.at < first.at) ? again : first;
}

/** The first run after `after`, searching planned times after `wall`. */
function firstFrom(search: CronSearch, wall: WallTime, after: number, cron: Calendar, zone: string): Run | null {
  let found = search.nextRun(new Date(wall));
  while (found) {
    const run = runsAt(found.getTime(), zone, cron.wild).find(({ at }) => at > after);
    if (run) return run;
    found = search.nextRun(found);
  }
  return null;
}

function runsAt(wall: WallTime, zone: string, wild: boolean): Run[] {
  const instants = instantsOf(wall, zone);
  if (instants.length === 0) return wild ? [] : [{ at: endOfGap(wall, zone), clocks: "gap" }];
  const clocks = instants.length > 1 ? ("repeated" as const) : null;
  return (wild ? instants : instants.slice(0, 1)).map((at) => ({ at, clocks }));
}
