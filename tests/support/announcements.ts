import { database } from "@/db/client";
import { type Announcement, notify } from "@/db/notify";
import { listenToAnnouncements } from "@/lib/server/announcements";

/** What is collected, such as the news of a log, is sent this long after it happened. */
const COLLECTED_MS = 100;
/** Nobody's id: announced last, and whatever was announced before it has arrived by then. */
const LAST = -1;

/** What every web node hears while `run` runs. */
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
  await new Promise((resolve) => setTimeout(resolve, COLLECTED_MS));
  await notify(database(), [{ type: "work", runner_id: LAST }]);
  await last;
  await listener.close();
  return heard;
}
