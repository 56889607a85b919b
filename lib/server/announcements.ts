import { connect } from "@/db/connect";
import { Announcement, CHANNEL } from "@/db/notify";
import { log } from "@/lib/settings/log";

/**
 * Listens to the announcements of every web node, including this one. `onLost` is called whenever announcements may
 * have been missed: once at the start, and after each reconnect.
 */
export async function listenToAnnouncements(
  databaseUrl: string,
  onAnnouncement: (announcement: Announcement) => void,
  onLost: () => void,
): Promise<{ close: () => Promise<void> }> {
  const client = connect(databaseUrl, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} });
  await client.listen(
    CHANNEL,
    (payload) => {
      const announcement = Announcement.safeParse(JSON.parse(payload));
      if (announcement.success) onAnnouncement(announcement.data);
      else log.warn({ payload }, "ignored an announcement from another version");
    },
    onLost,
  );
  return { close: () => client.end({ timeout: 2 }) };
}
