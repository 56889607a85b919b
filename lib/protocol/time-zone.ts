/** Wall-clock time in a zone, as the milliseconds of the same date and time in UTC. */
export type WallTime = number;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: the lookup takes as long as finding a schedule's next run. */
const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of this process. */
export const ownZone = (): string => OWN;

/** A name from the time zone database; offsets such as +02:00 are not valid. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    // The constructor offers no other check.
    return false;
  }
}

/** The name by which every copy of the database knows a zone, also older ones: `US/Pacific-New` is an alias that some lack. */
export const zoneName = (zone: string): string => formatOf(zone).resolvedOptions().timeZone;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

/** The zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** The instants at which the clocks show a time, in order: two in a repeated hour, none in a gap. */
export function instantsOf(wall: WallTime, zone: string): number[] {
  const offsets = new Set([offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => offsetAt(instant, zone) === wall - instant)
    .sort((a, b) => a - b);
}

/** For a time in a gap: the instant of the clock change. */
export const endOfGap = (wall: WallTime, zone: string): number =>
  changeBetween(wall - offsetAt(wall + DAY_MS, zone), wall - offsetAt(wall - DAY_MS, zone), zone);

/** The next instant within a day at which the clocks are set back, if any. */
export function nextBackwardChange(after: number, zone: string): number | null {
  const day = after + DAY_MS;
  return offsetAt(day, zone) < offsetAt(after, zone) ? changeBetween(after, day, zone) : null;
}

/** The first instant after `after` at which clocks in the zone show the time; right after the gap if they skip it. */
export function nextTimeOfDay({ time, zone }: { time: string; zone: string }, after: number): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Math.floor((after + offsetAt(after, zone)) / DAY_MS) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  for (let wall = today; ; wall += DAY_MS) {
    const instants = instantsOf(wall, zone);
    const next = (instants.length > 0 ? instants : [endOfGap(wall, zone)]).find((instant) => instant > after);
    if (next !== undefined) return next;
  }
}

/** The instant at which the offset changes from the one at `low`, to the second. */
function changeBetween(low: number, high: number, zone: string): number {
  const before = offsetAt(low, zone);
  let [from, to] = [Math.floor(low / 1000), Math.ceil(high / 1000)];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetAt(middle * 1000, zone) === before) from = middle;
    else to = middle;
  }
  return to * 1000;
}
