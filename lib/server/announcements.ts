import { sql } from "drizzle-orm";
import { Announcement, CHANNEL } from "@/db/announcement";
import { database } from "@/db/client";
import { connect, onSocket } from "@/db/connect";
import { endSilence, SILENCE_MS } from "@/db/silence";
import { log } from "@/lib/settings/log";

/**
 * That it arrives tells that the connection still carries something. On the same channel: after each failed attempt to
 * connect, postgres.js would queue another LISTEN for a second one, and call `onLost` for all of them after an outage.
 */
const PULSE = '{"type":"pulse"}';

/**
 * Listens to the announcements of every web node, including this one. `onLost` is called whenever announcements may
 * have been missed: once at the start, and after each reconnect.
 */
export async function listenToAnnouncements(
  databaseUrl: string,
  onAnnouncement: (announcement: Announcement) => void,
  onLost: () => void,
  silenceMs = SILENCE_MS,
): Promise<{ close: () => Promise<void> }> {
  const watched = onSocket((socket) => endSilence(socket, silenceMs, () => true));
  const client = connect(databaseUrl, { ...watched, max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} });
  await client.listen(
    CHANNEL,
    (payload) => {
      if (payload === PULSE) return;
      const announcement = Announcement.safeParse(JSON.parse(payload));
      if (announcement.success) onAnnouncement(announcement.data);
      else log.warn({ payload }, "ignored an announcement from another version");
    },
    onLost,
  );
  const pulse = setInterval(sendPulse, silenceMs / 3);
  pulse.unref();
  return {
    close: () => {
      clearInterval(pulse);
      return client.end({ timeout: 2 });
    },
  };
}

/** While the database is away, there is no pulse to miss. */
const sendPulse = () =>
  database()
    .execute(sql`select pg_notify(${CHANNEL}, ${PULSE})`)
    .catch(() => undefined);
