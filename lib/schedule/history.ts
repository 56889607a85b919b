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
