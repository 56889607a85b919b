import type { Db } from "@/db/client";
import { type Announcement, notify } from "@/db/notify";
import { forgetRunners } from "@/lib/access/runner-cache";
import { log } from "@/lib/settings/log";

/** Announces committed changes. Failures are only logged: the change is stored, and listeners poll as well. */
export function announceAll(db: Db, announcements: readonly Announcement[]): void {
  if (announcements.some(({ type }) => type === "runner")) forgetRunners();
  notify(db, announcements).catch((error: unknown) => {
    log.warn({ err: error, announcements: announcements.length }, "a change could not be announced");
  });
}
