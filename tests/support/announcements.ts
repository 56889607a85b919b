import { setTimeout as sleep } from "node:timers/promises";
import type { Announcement } from "@/db/announcement";
import { database } from "@/db/client";
import { notify } from "@/db/notify";
import { listenToAnnouncements } from "@/lib/server/announcements";

/** Collected announcements, such as those of a log, are sent this long after the event. */
const COLLECTED_MS = 100;
/** An unused id, announced last: everything announced before has arrived by then. */
const LAST = -1;

/** What every web node receives while `run` runs. */
export async function heardDuring(run: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = [];
  let onListening = () => {};
  const listening = new Promise<void>((resolve) => {
    onListening = resolve;
  });
  let onLast = () => {};
  const last = new Promise<void>((resolve) => {
    onLast = resolve;
  });
  const listener = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => {
      if (announcement.type === "work" && announcement.runner_id === LAST) onLast();
      else heard.push(announcement);
    },
    () => onListening(),
  );
  await listening;
  await run();
  await sleep(COLLECTED_MS);
  await notify(database(), [{ type: "work", runner_id: LAST }]);
  await last;
  await listener.close();
  return heard;
}
