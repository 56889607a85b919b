import { useEffect, useEffectEvent, useMemo } from "react";
import { ownTimeZone } from "@/components/format/format-time";
import { usePolled } from "@/components/live/use-polled";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { setCookie, TIME_ZONE_COOKIE } from "@/components/shell/cookies";

/** A day may end without any task, and a person may have more projects than rooms. */
const REFRESH_SECONDS = 30;

type Zoned<Value> = { value: Value; timezone: string };

type LiveDashboardOptions<Value> = Zoned<Value> & {
  load: (timezone: string, signal: AbortSignal) => Promise<Value>;
};

/** A dashboard that follows the tasks of its projects; the server rendered `value` with the days of `timezone`. */
export function useLiveDashboard<Value>({ value, timezone, load }: LiveDashboardOptions<Value>) {
  const initial = useMemo(() => ({ value, timezone }), [value, timezone]);
  const [shown, refetch] = usePolled<Zoned<Value>>({
    initial,
    load: async (signal) => ({ value: await load(ownTimeZone(), signal), timezone: ownTimeZone() }),
    seconds: REFRESH_SECONDS,
  });
  useTaskUpdates(refetch, refetch);
  const correctZone = useEffectEvent(() => {
    setCookie(TIME_ZONE_COOKIE, ownTimeZone());
    if (timezone !== ownTimeZone()) refetch();
  });
  useEffect(() => correctZone(), []);
  return { ...shown, refetch };
}
