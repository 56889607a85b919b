import { useLocale } from "next-intl";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as a text in the reader's language. */
export const Bytes = ({ value }: { value: number }) => formatBytes(value, useLocale());

/** In the largest unit that keeps the size at one or more: `12 kB`. */
export function formatBytes(bytes: number, locale: string): string {
  const step = [1000, 1_000_000, 1_000_000_000].filter((least) => bytes >= least).length;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step],
    unitDisplay: "short",
    maximumFractionDigits: step >= 2 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
