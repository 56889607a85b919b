import { database } from "@/db/client";
import { log } from "@/lib/settings/log";
import { advanceDue, openUnblocked } from "@/lib/task/workflow/tick";

const TICK_MS = 1000;
const OPEN_EVERY = 10;

/** Goes on with runs of workflows when their time has come, on every web node; a failed round waits for the next. */
export function startWorkflows(): { stop: () => void } {
  let busy = false;
  let rounds = 0;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await advanceDue(database());
      if (rounds++ % OPEN_EVERY === 0) await openUnblocked(database());
    } catch (error) {
      log.warn({ err: error }, "workflow round failed");
    } finally {
      busy = false;
    }
  }, TICK_MS);
  return { stop: () => clearInterval(timer) };
}
