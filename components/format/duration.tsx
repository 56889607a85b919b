import { useLocale } from "next-intl";
import { Dash } from "@/components/format/dash";
import { type DurationStyle, durationText } from "@/components/format/format-duration";
import { RunningDuration } from "@/components/format/running-duration";
import { cn } from "@/components/ui/cn";

type DurationProps = {
  /** RFC 3339; shows a dash if missing. */
  start: string | null | undefined;
  /** If missing, the duration is still running and ticks. */
  end: string | null | undefined;
  style?: DurationStyle;
  className?: string;
};

/** How long something took or has been running. */
export function Duration({ start, end, style = "words", className }: DurationProps) {
  const locale = useLocale();
  if (!start) return <Dash />;
  return (
    <span className={cn("time", className)}>
      {end ? (
        durationText(Date.parse(end) - Date.parse(start), style, locale)
      ) : (
        <RunningDuration start={start} style={style} />
      )}
    </span>
  );
}
