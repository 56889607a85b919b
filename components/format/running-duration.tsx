import { useLocale } from "next-intl";
import { type DurationStyle, durationText } from "@/components/format/format-duration";
import { useHydrated, useNow } from "@/components/format/use-now";

/** Takes its place at once, and appears in the browser, whose clock may differ from the server's. */
export function RunningDuration({ start, style }: { start: string; style: DurationStyle }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useNow(1000);
  const text = durationText(now.getTime() - Date.parse(start), style, locale);
  if (hydrated) return text;
  return (
    <span className="invisible" suppressHydrationWarning>
      {text}
    </span>
  );
}
