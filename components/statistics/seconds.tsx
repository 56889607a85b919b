import { useLocale } from "next-intl";
import { Dash } from "@/components/format/dash";
import { formatDuration } from "@/components/format/format-duration";

/** A number of seconds in words; a dash for null. */
export function Seconds({ value }: { value: number | null }) {
  const locale = useLocale();
  return value === null ? <Dash /> : <span className="whitespace-nowrap">{formatDuration(value * 1000, locale)}</span>;
}
