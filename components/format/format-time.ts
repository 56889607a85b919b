const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** `clock` is set for times of today, whose text is relative. */
export type TimeText = { text: string; clock: string | null };

/** Cached, because creating one takes longer than formatting a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options, timeZone]);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(key, made);
  return made;
}

function dayOf(date: Date, timeZone?: string): string {
  return formatter("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" }, timeZone).format(date);
}

const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

function relative(milliseconds: number, locale: string): string {
  const format =
    relativeFormatters.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  relativeFormatters.set(locale, format);
  const size = Math.abs(milliseconds);
  if (size < 10 * SECOND) return format.format(0, "second");
  if (size < MINUTE) return format.format(Math.trunc(milliseconds / SECOND), "second");
  if (size < HOUR) return format.format(Math.trunc(milliseconds / MINUTE), "minute");
  return format.format(Math.trunc(milliseconds / HOUR), "hour");
}

/** Today: relative, plus hours and minutes; otherwise: date with hours and minutes. Default zone: the browser's. */
export function formatTime(value: Date, now: Date, locale: string, timeZone?: string): TimeText {
  const clock = formatter(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, timeZone).format(value);
  if (dayOf(value, timeZone) === dayOf(now, timeZone)) {
    return { text: relative(value.getTime() - now.getTime(), locale), clock };
  }
  const date = formatter(locale, { year: "numeric", month: "short", day: "numeric" }, timeZone).format(value);
  return { text: `${date} ${clock}`, clock: null };
}

/** Today: relative; otherwise the day, with its year if it is another one. */
export function formatShortTime(value: Date, now: Date, locale: string, timeZone?: string): string {
  const day = dayOf(value, timeZone);
  const today = dayOf(now, timeZone);
  if (day === today) return relative(value.getTime() - now.getTime(), locale);
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return formatter(locale, { year, month: "short", day: "numeric" }, timeZone).format(value);
}

/** Date and time to the second, with the zone; for tooltips. */
export function formatExactTime(value: Date, locale: string, timeZone?: string): string {
  return formatter(
    locale,
    {
      weekday: "short",
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "short",
    },
    timeZone,
  ).format(value);
}

/** Milliseconds until the formatted time can change. */
export function nextTick(value: Date, now: Date): number {
  const age = Math.abs(now.getTime() - value.getTime());
  if (age < MINUTE) return 5 * SECOND;
  return age < HOUR ? 30 * SECOND : 5 * MINUTE;
}

/** A day such as 2026-11-22, short and without its year. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(Date.parse(day));

/** The browser's time zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
