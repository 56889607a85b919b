import type { Db } from "@/db/client";
import { type Announcement, notify } from "@/db/notify";
import { log } from "@/lib/settings/log";

/**
 * Announces what was committed. A failure is only logged: the change is made, and listeners check again by themselves after a
 * while.
 */
export async function announceAll(db: Db, announcements: readonly Announcement[]): Promise<void> {
  try {
    await notify(db, announcements);
  } catch (error) {
    log.warn({ err: error, announcements: announcements.length }, "a change could not be announced");
  }
}
