import { database } from "@/db/client";
import { notify } from "@/db/notify";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import { reap } from "@/lib/task/reap";

const REAP_MS = 5000;

/** Settles stuck tasks every few seconds, on every web node; never two rounds at once, and a failed round only waits for the next. */
export function startReaper(): { stop: () => void } {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      for (const announcement of (await reap(database())).flatMap(taskChanged)) await notify(database(), announcement);
    } catch (error) {
      log.warn({ err: error }, "reaper round failed");
    } finally {
      busy = false;
    }
  }, REAP_MS);
  return { stop: () => clearInterval(timer) };
}
