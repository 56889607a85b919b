import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Announcement } from "@/lib/protocol/socket";

export const CHANNEL = "signalbox";

/** NOTIFY takes a global lock, so log lines of one task announce themselves at most once in this time, the first at once. */
const LOG_QUIET_MS = 100;
const quietTasks = new Map<number, { again: boolean }>();

/** Tells every web node that something changed. Call it after the commit, with ids only (Postgres caps 8000 bytes). */
export async function notify(db: Db, announcement: Announcement): Promise<void> {
  if (announcement.type !== "log") return send(db, announcement);
  const quiet = quietTasks.get(announcement.task_id);
  if (quiet) {
    quiet.again = true;
    return;
  }
  quietTasks.set(announcement.task_id, { again: false });
  setTimeout(() => {
    const again = quietTasks.get(announcement.task_id)?.again;
    quietTasks.delete(announcement.task_id);
    // A lost one costs a moment only: browsers fetch what they miss, and the next lines announce themselves.
    if (again) notify(db, announcement).catch(() => undefined);
  }, LOG_QUIET_MS);
  await send(db, announcement);
}

async function send(db: Db, announcement: Announcement): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`);
}
