import { inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { events } from "@/db/schema/events";

const BATCH = 1000;

/** Deletes some events older than `ms` (0: none). Returns whether there may be more. */
export async function pruneEvents(db: Db, ms: number): Promise<boolean> {
  if (ms === 0) return false;
  // Ids grow with time, so only the oldest few need checking.
  const oldest = db
    .select({ id: events.id, created: events.created })
    .from(events)
    .orderBy(events.id)
    .limit(BATCH)
    .as("oldest");
  const old = db
    .select({ id: oldest.id })
    .from(oldest)
    .where(sql`${oldest.created} < now() - make_interval(secs => ${ms / 1000})`);
  const deleted = await db.delete(events).where(inArray(events.id, old)).returning({ id: events.id });
  return deleted.length === BATCH;
}
