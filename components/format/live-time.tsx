import { useLocale } from "next-intl";
import { formatExactTime, formatShortTime, formatTime, nextTick } from "@/components/format/format-time";
import { useHydrated, useNow } from "@/components/format/use-now";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";

type LiveTimeProps = { value: string; clockFirst?: boolean; short?: boolean; className?: string };

/** A time that updates itself, in the browser's zone. */
export function LiveTime({ value, clockFirst, short, className }: LiveTimeProps) {
  const moment = new Date(value);
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useNow(nextTick(moment, new Date()), value);
  const classes = cn("time", short && "short", className);
  const { text, clock } = short
    ? { text: formatShortTime(moment, now, locale), clock: null }
    : formatTime(moment, now, locale);
  const [first, beside] = clock && clockFirst ? [clock, text] : [text, clock];
  if (!hydrated) {
    // Rendered in the server's zone, so it is invisible: it reserves the room of the text.
    return (
      <time dateTime={value} className={cn(classes, "invisible")} suppressHydrationWarning>
        {beside ? `${first} (${beside})` : first}
      </time>
    );
  }
  return (
    <Hint text={formatExactTime(moment, locale)}>
      <time dateTime={value} className={classes}>
        {first}
        {beside && <span className="text-muted-foreground"> ({beside})</span>}
      </time>
    </Hint>
  );
}
