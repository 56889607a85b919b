import { endOfGap, instantsOf, offsetAt } from "@/lib/protocol/time-zone";

const DAY_MS = 86_400_000;

/** When the last days began in a time zone, today's beginning last. */
export function lastDays(count: number, now: number, zone: string): string[] {
  const wall = now + offsetAt(now, zone);
  const today = wall - (wall % DAY_MS);
  return Array.from({ length: count }, (_, day) => startOfDay(today - (count - 1 - day) * DAY_MS, zone));
}

/** Clocks that are set forward at midnight skip it. */
const startOfDay = (midnight: number, zone: string): string =>
  new Date(instantsOf(midnight, zone)[0] ?? endOfGap(midnight, zone)).toISOString();
