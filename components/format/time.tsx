"use client";

import { useLocale } from "next-intl";
import { Dash } from "@/components/format/dash";
import { formatExactTime, formatTime, nextTick } from "@/components/format/format-time";
import { useHydrated, useNow } from "@/components/format/use-now";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

type TimeProps = {
  /** RFC 3339. */
  value: string | null | undefined;
  className?: string;
};

/** A moment in the reader's zone: relative today, else the date. A dash when missing; exact in the tooltip. */
export function Time({ value, className }: TimeProps) {
  const moment = value ? new Date(value) : null;
  if (!value || !moment || Number.isNaN(moment.getTime())) return <Dash />;
  return <LiveTime value={value} moment={moment} className={className} />;
}

function LiveTime({ value, moment, className }: { value: string; moment: Date; className?: string }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useNow(nextTick(moment, new Date()));
  const classes = cn("whitespace-nowrap tabular-nums", className);
  const { text, clock } = formatTime(moment, now, locale);
  if (!hydrated) {
    // In the server's zone, so it is not to be seen: it keeps the room that the text will take.
    return (
      <time dateTime={value} className={cn(classes, "invisible")} suppressHydrationWarning>
        {clock ? `${text} (${clock})` : text}
      </time>
    );
  }
  return (
    <Hint text={formatExactTime(moment, locale)}>
      <time dateTime={value} className={classes}>
        {text}
        {clock && <span className="text-muted-foreground"> ({clock})</span>}
      </time>
    </Hint>
  );
}
