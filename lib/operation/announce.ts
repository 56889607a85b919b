import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { notify } from "@/db/notify";
import { forgetRunners } from "@/lib/access/runner-cache";
import { log } from "@/lib/settings/log";

declare global {
  /** Has a poll of this process look for tasks, see lib/task/queue/waiting-polls. */
  var signalboxOffer: (() => boolean) | undefined;
}

/** A task that any runner may claim. */
const isClaimable = (announcement: Announcement): boolean =>
  announcement.type === "work" && announcement.runner_id === null && !announcement.probe && !announcement.ended;

/** Announces committed changes; other web nodes hear of a task to claim only if no idle runner waits for it here. */
export function announceAll(db: Db, announcements: readonly Announcement[]): void {
  if (announcements.some(({ type }) => type === "runner")) forgetRunners();
  const isOffered = announcements.some(isClaimable) && (globalThis.signalboxOffer?.() ?? false);
  announceEverywhere(db, isOffered ? announcements.filter((one) => !isClaimable(one)) : announcements);
}

/** To every web node. Failures are only logged: the change is stored, and listeners poll as well. */
export function announceEverywhere(db: Db, announcements: readonly Announcement[]): void {
  notify(db, announcements).catch((error: unknown) => {
    log.warn({ err: error, announcements: announcements.length }, "a change could not be announced");
  });
}
