import type { Announcement } from "@/lib/protocol/socket";
import { listenToAnnouncements } from "@/lib/server/announcements";

/** Postgres tells its listeners right after the commit. */
const DELIVERED_MS = 100;

/** What every web node hears while `run` runs. */
export async function heardDuring(run: () => Promise<unknown>): Promise<Announcement[]> {
  const heard: Announcement[] = [];
  let onListening = () => {};
  const listening = new Promise<void>((resolve) => {
    onListening = resolve;
  });
  const listener = await listenToAnnouncements(
    process.env.DATABASE_URL ?? "",
    (announcement) => heard.push(announcement),
    () => onListening(),
  );
  await listening;
  await run();
  await new Promise((resolve) => setTimeout(resolve, DELIVERED_MS));
  await listener.close();
  return heard;
}
