import { useLocale } from "next-intl";
import { type DurationStyle, durationText } from "@/components/format/format-duration";
import { useHydrated, useNow } from "@/components/format/use-now";

/** Empty on the server, whose clock may differ from the browser's. */
export function RunningDuration({ start, style }: { start: string; style: DurationStyle }) {
  const locale = useLocale();
  const hydrated = useHydrated();
  const now = useNow(1000);
  return hydrated && durationText(now.getTime() - Date.parse(start), style, locale);
}
