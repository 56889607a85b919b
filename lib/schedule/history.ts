import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduleFires } from "@/db/schema/schedules";
import type { Fire } from "@/lib/schedule/schema";

/** So many due instants of a schedule are remembered. */
const REMEMBERED = 500;

export type Outcome = Pick<typeof scheduleFires.$inferInsert, "outcome" | "reason" | "detail" | "until" | "task_id">;

/** False when the instant is on record already: whatever was to come of it has. */
export async function recordFire(tx: Db, scheduleId: number, due: number, outcome: Outcome): Promise<boolean> {
  const rows = await tx
    .insert(scheduleFires)
    .values({ schedule_id: scheduleId, due_at: new Date(due).toISOString(), ...outcome })
    .onConflictDoNothing()
    .returning({ due_at: scheduleFires.due_at });
  return rows.length > 0;
}

export async function correctFire(tx: Db, scheduleId: number, due: number, outcome: Outcome): Promise<void> {
  await tx
    .update(scheduleFires)
    .set(outcome)
    .where(and(eq(scheduleFires.schedule_id, scheduleId), eq(scheduleFires.due_at, new Date(due).toISOString())));
}

/** As above for a commit check without news: what repeats itself, night and day, is one line of the history. */
export async function recordCheck(tx: Db, scheduleId: number, due: number, outcome: Outcome): Promise<void> {
  const due_at = new Date(due).toISOString();
  const [last] = await tx
    .select()
    .from(scheduleFires)
    .where(eq(scheduleFires.schedule_id, scheduleId))
    .orderBy(desc(scheduleFires.due_at))
    .limit(1);
  if (last?.outcome !== outcome.outcome || last.detail !== outcome.detail || last.due_at >= due_at) {
    await recordFire(tx, scheduleId, due, outcome);
    return;
  }
  await tx
    .update(scheduleFires)
    .set({ until: due_at, fired_at: sql`now()` })
    .where(and(eq(scheduleFires.schedule_id, scheduleId), eq(scheduleFires.due_at, last.due_at)));
}

/** Newest first; `before` is the due instant the page ends under. */
export function listFires(
  db: Db,
  scheduleId: number,
  { limit, before }: { limit: number; before?: string },
): Promise<Fire[]> {
  const older = before === undefined ? undefined : lt(scheduleFires.due_at, before);
  return db
    .select()
    .from(scheduleFires)
    .where(and(eq(scheduleFires.schedule_id, scheduleId), older))
    .orderBy(desc(scheduleFires.due_at))
    .limit(limit);
}

export async function forgetOldFires(tx: Db, scheduleId: number): Promise<void> {
  await tx.execute(sql`
    delete from ${scheduleFires} where schedule_id = ${scheduleId} and due_at <= (
      select due_at from ${scheduleFires} where schedule_id = ${scheduleId}
      order by due_at desc offset ${REMEMBERED} limit 1)`);
}
