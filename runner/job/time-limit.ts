import type { Job } from "@/lib/protocol/job";
import type { Stopper } from "@/runner/job/stop";
import type { StoredAttempt } from "@/runner/workspace";

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Limits the total time of all phases; waiting for confirmation does not count. Returns a function that stops the clock. */
export function limitTime({ timeout_seconds }: Job, place: StoredAttempt | null, stopper: Stopper): () => void {
  const start = performance.now();
  const used = place?.saved.used_ms ?? 0;
  const left = Math.max(timeout_seconds * 1_000 - used, 0);
  const limited = timeout_seconds > 0 && left <= LONGEST_TIMER_MS;
  const timer = limited ? setTimeout(() => stopper.request("timeout"), left) : undefined;
  return () => {
    clearTimeout(timer);
    if (place) place.saved.used_ms = used + performance.now() - start;
  };
}
