import { Dash } from "@/components/format/dash";
import { LiveTime } from "@/components/format/live-time";

type TimeProps = {
  /** RFC 3339. */
  value: string | null | undefined;
  className?: string;
};

/** A moment in the reader's zone: relative today, else the date. A dash when missing; exact in the tooltip. */
export function Time({ value, className }: TimeProps) {
  if (!value || Number.isNaN(Date.parse(value))) return <Dash />;
  return <LiveTime value={value} className={className} />;
}
