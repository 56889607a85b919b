import { useState } from "react";
import { useNow } from "@/components/format/use-now";

/** A runner that is silent for this long may be gone. */
const SILENT_MS = 30_000;

/**
 * Milliseconds since the last heartbeat; null while that is normal. Because clocks differ, a runner whose heartbeats
 * arrived while we were watching only counts as silent when they stop.
 */
export function useSilence(lastHeard: string | null, listening: boolean): number | null {
  const [heard, setHeard] = useState<{ value: string | null; at: number | null }>({ value: lastHeard, at: null });
  const now = useNow(listening ? 1000 : null).getTime();
  if (heard.value !== lastHeard) setHeard({ value: lastHeard, at: now });
  if (!listening || !lastHeard) return null;
  const silence = heard.at === null ? now - Date.parse(lastHeard) : now - heard.at;
  return silence > SILENT_MS ? silence : null;
}
