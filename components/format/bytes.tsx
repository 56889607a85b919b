import { useLocale } from "next-intl";

const UNITS = ["byte", "kilobyte", "megabyte"] as const;

/** A size as a text in the reader's language. */
export const Bytes = ({ value }: { value: number }) => formatBytes(value, useLocale());

/** In the largest unit that keeps the size at one or more: `12 kB`. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes >= 1_000_000 ? 2 : Number(bytes >= 1000);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step],
    unitDisplay: "short",
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
