import { log } from "@/lib/settings/log";

/** An action never runs twice at once in this process, and a failed one only waits for the next. */
export function withoutOverlap(action: string, run: () => Promise<unknown>): () => Promise<void> {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, `could not ${action}`);
    } finally {
      busy = false;
    }
  };
}
