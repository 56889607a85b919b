import { and, eq, isNull, lte, notInArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notify } from "@/db/notify";
import { schedules } from "@/db/schema/schedules";
import { recordEvent } from "@/lib/operation/execute";
import { forgetOldFires, recordFire } from "@/lib/schedule/history";
import { catchUp } from "@/lib/schedule/rules/catch-up";
import { runOnce } from "@/lib/schedule/run-once";
import { databaseClock, type ScheduleRow } from "@/lib/schedule/store";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import type { TaskRow } from "@/lib/task/transition";

/** So many schedules of one round fire at the same time. */
const LANES = 4;

/**
 * Starts the tasks of all schedules that are due, each in a transaction of its own. Every web node may run it at any
 * time: a due instant starts at most one task. A schedule that fails holds up no other. Returns how many were due.
 */
export async function fireDue(db: Db, now?: Date): Promise<number> {
  const at = now?.getTime() ?? (await databaseClock(db));
  const failed: number[] = [];
  const counts = await Promise.all(Array.from({ length: LANES }, () => fireAll(db, at, failed)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function fireAll(db: Db, at: number, failed: number[]): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await fireNext(db, at, failed);
    if (!done) return count;
    count++;
    for (const announcement of done.task ? taskChanged(done.task) : []) await notify(db, announcement);
  }
}

type Fired = { task: TaskRow | null };

/** Null when nothing is due that this round has not tried yet. */
async function fireNext(db: Db, at: number, failed: number[]): Promise<Fired | null> {
  let scheduleId: number | null = null;
  try {
    return await db.transaction(async (tx) => {
      const schedule = await lockDue(tx, at, failed);
      if (!schedule) return null;
      scheduleId = schedule.id;
      return { task: await fire(tx, schedule, at) };
    });
  } catch (error) {
    if (scheduleId === null) throw error;
    // Rolled back, so the next round tries again; this one goes on with the others.
    failed.push(scheduleId);
    log.warn({ err: error, schedule: scheduleId }, "schedule could not fire");
    return { task: null };
  }
}

async function lockDue(tx: Db, at: number, failed: number[]): Promise<ScheduleRow | undefined> {
  const [schedule] = await tx
    .select()
    .from(schedules)
    .where(
      and(
        eq(schedules.active, true),
        isNull(schedules.repository_id),
        lte(schedules.next_run_at, new Date(at).toISOString()),
        failed.length > 0 ? notInArray(schedules.id, failed) : undefined,
      ),
    )
    .orderBy(schedules.next_run_at)
    .limit(1)
    .for("update", { skipLocked: true });
  return schedule;
}

async function fire(tx: Db, schedule: ScheduleRow, at: number): Promise<TaskRow | null> {
  const due = Date.parse(schedule.next_run_at ?? "");
  const plan = planOf(schedule, due, at);
  if (!plan) return switchOff(tx, schedule);
  const { run, missed, next } = plan;
  if (missed) {
    const reason = run === null ? "late" : "superseded";
    const until = new Date(missed.until).toISOString();
    await recordFire(tx, schedule.id, missed.from, { outcome: "missed", reason, until });
  }
  const task = run === null ? null : await runOnce(tx, schedule, run);
  await tx
    .update(schedules)
    .set({ next_run_at: next === null ? null : new Date(next).toISOString(), active: next !== null })
    .where(eq(schedules.id, schedule.id));
  await forgetOldFires(tx, schedule.id);
  return task;
}

/** Null when no plan can be made of the stored text or zone. */
function planOf(schedule: ScheduleRow, due: number, at: number) {
  try {
    return catchUp(schedule, due, at);
  } catch (error) {
    log.error({ err: error, schedule: schedule.id }, "schedule has no readable time");
    return null;
  }
}

/** A row that nobody can make sense of would come up again and again. */
export async function switchOff(tx: Db, schedule: ScheduleRow): Promise<null> {
  const due = Date.parse(schedule.next_run_at ?? "");
  await recordFire(tx, schedule.id, due, { outcome: "failed", reason: "broken", detail: schedule.cron_format });
  await tx.update(schedules).set({ active: false, next_run_at: null }).where(eq(schedules.id, schedule.id));
  await recordEvent(
    tx,
    {
      object_type: "schedule",
      object_id: schedule.id,
      description: `Schedule ID ${schedule.id} switched off: its time cannot be read`,
    },
    { project: { id: schedule.project_id }, userId: null, ip: "" },
  );
  return null;
}
