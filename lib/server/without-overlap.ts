import { log } from "@/lib/settings/log";

/** A round never runs twice at once in this process, and a failed one only waits for the next. */
export function withoutOverlap(name: string, run: () => Promise<unknown>): () => Promise<void> {
  let busy = false;
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error }, `${name} round failed`);
    } finally {
      busy = false;
    }
  };
}
