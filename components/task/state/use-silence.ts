import { useState } from "react";
import { useNow } from "@/components/format/use-now";

/** A runner that was not heard of for this long may be gone. */
const SILENT_MS = 30_000;

/**
 * For how many milliseconds nothing was heard; null while that is no reason to worry. Clocks differ: a runner whose
 * signs arrived while we watched is silent only when they stop.
 */
export function useSilence(lastHeard: string | null, listening: boolean): number | null {
  const [heard, setHeard] = useState<{ value: string | null; at: number | null }>({ value: lastHeard, at: null });
  const now = useNow(listening ? 1000 : null).getTime();
  if (heard.value !== lastHeard) setHeard({ value: lastHeard, at: now });
  if (!listening || !lastHeard) return null;
  const silence = heard.at === null ? now - Date.parse(lastHeard) : now - heard.at;
  return silence > SILENT_MS ? silence : null;
}
