import { Dash } from "@/components/format/dash";
import { LiveTime } from "@/components/format/live-time";

type TimeProps = {
  /** RFC 3339. */
  value: string | null | undefined;
  /** Begins with the time of day, as after "until" or "since". */
  clockFirst?: boolean;
  /** Without the time of day, where space is short. */
  short?: boolean;
  className?: string;
};

/** A time in the browser's zone: relative today, otherwise the date; a dash if missing. The tooltip is exact. */
export function Time({ value, clockFirst, short, className }: TimeProps) {
  if (!value || Number.isNaN(Date.parse(value))) return <Dash />;
  return <LiveTime {...{ value, clockFirst, short, className }} />;
}
