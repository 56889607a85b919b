import { sql } from "drizzle-orm";
import type { Announcement } from "@/db/announcement";
import type { Db } from "@/db/client";
import { isAllowed } from "@/db/notify/log-allowance";
import { announced, senderOf } from "@/db/notify/sender";
import { preparedSql } from "@/db/prepared";

/** Announces changes to every web node. Call it after the commit, with ids only (Postgres caps 8000 bytes). */
export async function notify(db: Db, announcements: readonly Announcement[]): Promise<void> {
  const allowed = announcements.filter((announcement) => announcement.type !== "log" || isAllowed(db, announcement));
  if (allowed.length > 0) await senderOf(db).add(allowed);
}

/** Announces changes that others follow closely: they leave with the next announcements, or a moment later. */
export function notifyLater(db: Db, announcements: readonly Announcement[]): void {
  if (announcements.length > 0) senderOf(db).addLater(announcements);
}

/** Announces changes of a transaction that is still open; Postgres delivers them with its commit, or never. */
export async function notifyAtCommit(tx: Db, announcements: readonly Announcement[]): Promise<void> {
  const texts = [...new Set(announcements.map((announcement) => JSON.stringify(announcement)))];
  if (texts.length > 0) await notifyThen(tx).execute({ texts: JSON.stringify(texts) });
}

const notifyThen = preparedSql(() => sql`select ${announced}`);
