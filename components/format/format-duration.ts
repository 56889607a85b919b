const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** The two largest units, such as "2h 5m"; less than a second is "0s". */
export function formatDuration(milliseconds: number, locale: string): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const first = Math.max(
    0,
    UNITS.findIndex(([, size]) => total >= size),
  );
  const start = total === 0 ? UNITS.length - 1 : first;
  let rest = total;
  const parts: string[] = [];
  for (const [unit, size] of UNITS.slice(start, start + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || parts.length === 0) parts.push(formatUnit(count, unit, locale));
  }
  return parts.join(" ");
}

/** Cached, because creating one takes longer than formatting a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

function formatUnit(count: number, unit: string, locale: string): string {
  const key = `${locale} ${unit}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow" });
  formats.set(key, format);
  return format.format(count);
}

/** 0:42, 1:10, 2:05:09: the same in every language. */
export function formatClock(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

export type DurationStyle = "words" | "clock";

export const durationText = (milliseconds: number, style: DurationStyle, locale: string): string =>
  style === "clock" ? formatClock(milliseconds) : formatDuration(milliseconds, locale);
