import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { foundParts } from "@/lib/operation/errors";
import { withDetail } from "@/lib/operation/http/api-texts";
import type { Fire, FireQuery } from "@/lib/schedule/schema";
import { isSchedule } from "@/lib/schedule/store";

/** Due instants kept per schedule. */
const REMEMBERED = 500;

export type Outcome = Pick<
  typeof scheduleFires.$inferInsert,
  "outcome" | "reason" | "detail" | "issues" | "until" | "task_id"
>;

type Instant = { scheduleId: number; due: number };
export type NewFire = Instant & Outcome;

const columnsOf = ({ scheduleId, due }: Instant) => ({ schedule_id: scheduleId, due_at: new Date(due).toISOString() });

const rowOf = ({ scheduleId, due, ...outcome }: NewFire) => ({ ...columnsOf({ scheduleId, due }), ...outcome });

/** Skips instants that are already recorded. */
export async function recordFires(tx: Db, fires: NewFire[]): Promise<void> {
  if (fires.length > 0) await tx.insert(scheduleFires).values(fires.map(rowOf)).onConflictDoNothing();
}

/** Like recordFires, but for started tasks: fails if an instant is already recorded, so that no second task starts. */
export async function recordRuns(tx: Db, fires: NewFire[]): Promise<void> {
  if (fires.length > 0) await tx.insert(scheduleFires).values(fires.map(rowOf));
}

/** The schedules whose instant is already recorded, and so handled. */
export async function schedulesOnRecord(tx: Db, instants: Instant[]): Promise<ReadonlySet<number>> {
  const given = JSON.stringify(instants.map(columnsOf));
  const rows = await tx.execute<{ schedule_id: number }>(sql`
    select schedule_id from ${scheduleFires}
      join jsonb_to_recordset(${given}::jsonb) as given(schedule_id int, due_at timestamptz) using (schedule_id, due_at)`);
  return new Set(rows.map(({ schedule_id }) => schedule_id));
}

/** Records a commit check without news: repeated ones share a row of the history. */
export async function recordCheck(tx: Db, scheduleId: number, due: number, outcome: Outcome): Promise<void> {
  const due_at = new Date(due).toISOString();
  const [last] = await tx
    .select()
    .from(scheduleFires)
    .where(eq(scheduleFires.schedule_id, scheduleId))
    .orderBy(desc(scheduleFires.due_at))
    .limit(1);
  if (last?.outcome !== outcome.outcome || last.detail !== outcome.detail || Date.parse(last.due_at) >= due) {
    await recordFires(tx, [{ scheduleId, due, ...outcome }]);
    return;
  }
  await tx
    .update(scheduleFires)
    .set({ until: due_at, fired_at: sql`now()` })
    .where(and(eq(scheduleFires.schedule_id, scheduleId), eq(scheduleFires.due_at, last.due_at)));
}

const PAGE = 100;

/** Newest first; `before`: only earlier due instants. */
export async function listFires(
  db: Db,
  { projectId, scheduleId, limit = PAGE, before }: FireQuery & { projectId: number; scheduleId: number },
): Promise<Fire[]> {
  const older = before === undefined ? undefined : lt(scheduleFires.due_at, before);
  const rows = await db
    .select({ part: scheduleFires })
    .from(schedules)
    .leftJoin(scheduleFires, and(eq(scheduleFires.schedule_id, schedules.id), older))
    .where(isSchedule(projectId, scheduleId))
    .orderBy(desc(scheduleFires.due_at))
    .limit(limit);
  return foundParts(rows).map(withDetail);
}

/** Deletes the oldest recorded instants. */
export async function pruneRuns(tx: Db, scheduleIds: number[]): Promise<void> {
  await tx.execute(sql`
    delete from ${scheduleFires} as old using unnest(${sql.param(scheduleIds)}::int[]) as schedule(id)
    where old.schedule_id = schedule.id and old.due_at <= (
      select due_at from ${scheduleFires} as newer where newer.schedule_id = schedule.id
      order by due_at desc offset ${REMEMBERED} limit 1)`);
}
