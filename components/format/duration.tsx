"use client";

import { useLocale } from "next-intl";
import { Dash } from "@/components/format/dash";
import { formatClock, formatDuration } from "@/components/format/format-duration";
import { useHydrated, useNow } from "@/components/format/use-now";
import { cn } from "@/components/ui/cn";

type DurationProps = {
  /** RFC 3339; without a start there is a dash. */
  start: string | null | undefined;
  /** Without an end it runs still, and ticks. */
  end: string | null | undefined;
  style?: "words" | "clock";
  className?: string;
};

/** How long something took or takes. */
export function Duration({ start, end, style = "words", className }: DurationProps) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useNow(start && !end ? 1000 : null);
  if (!start) return <Dash />;
  const length = (end ? Date.parse(end) : now.getTime()) - Date.parse(start);
  const text = style === "clock" ? formatClock(length) : formatDuration(length, locale);
  return <span className={cn("whitespace-nowrap tabular-nums", className)}>{end || hydrated ? text : null}</span>;
}
