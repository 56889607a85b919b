import { nextRun, type Timing } from "@/lib/schedule/rules/next-run";

/** A run up to this late is made up for; an older one is only recorded as missed. */
const MISFIRE_MS = 5 * 60_000;

export type CatchUp = {
  /** The instant to run for; at most one, however many have passed. */
  run: number | null;
  /** The instants from `from` up to but excluding `until` passed without a run. */
  missed: { from: number; until: number } | null;
  next: number | null;
};

/** What to do at `now` for a schedule that was due at `due`. Continues from the due instants, never from `now`. */
export function catchUp(timing: Timing, due: number, now: number): CatchUp {
  const following = (after: number) => nextRun(timing, after, due)?.at ?? null;
  const oldest = now - MISFIRE_MS;
  const first = due >= oldest ? due : following(oldest - 1);
  if (first === null || first > now) return { run: null, missed: { from: due, until: now }, next: first };
  let run = first;
  let next = following(run);
  while (next !== null && next <= now) {
    run = next;
    next = following(run);
  }
  return { run, missed: run > due ? { from: due, until: run } : null, next };
}
