import { and, gt, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { schedules } from "@/db/schema/schedules";
import { nextRun } from "@/lib/schedule/rules/next-run";
import type { ScheduleRow } from "@/lib/schedule/store";
import { log } from "@/lib/settings/log";

const BATCH = 500;

/**
 * A schedule that got its next run while the clock was ahead would be silent until then: it gets the first one from now on.
 * Others keep theirs, which is that one already. A run that is on record does not start again.
 */
export async function replan(db: Db): Promise<void> {
  const now = await databaseClock(db);
  for (let after = 0; ; ) {
    const waiting = await db
      .select()
      .from(schedules)
      .where(and(schedules.active, gt(schedules.next_run_at, new Date(now).toISOString()), gt(schedules.id, after)))
      .orderBy(schedules.id)
      .limit(BATCH);
    await setSooner(
      db,
      waiting.flatMap((schedule) => soonerRun(schedule, now) ?? []),
    );
    if (waiting.length < BATCH) return;
    after = waiting.at(-1)?.id ?? 0;
  }
}

type Sooner = { id: number; before: string; at: string };

function soonerRun(schedule: ScheduleRow, now: number): Sooner | null {
  const before = schedule.next_run_at ?? "";
  const planned = Date.parse(before);
  try {
    // An interval keeps its instants: they are counted from the one that was planned.
    const run = nextRun(schedule, now, planned);
    return run && run.at < planned ? { id: schedule.id, before, at: new Date(run.at).toISOString() } : null;
  } catch (error) {
    log.error({ err: error, schedule: schedule.id }, "schedule has an invalid time");
    return null;
  }
}

/** One that has fired or was changed in the meantime keeps its new time. */
async function setSooner(db: Db, sooner: Sooner[]): Promise<void> {
  if (sooner.length === 0) return;
  log.warn({ schedules: sooner.map(({ id }) => id) }, "the clock was ahead: these schedules are planned anew");
  await db.execute(sql`
    update ${schedules} set next_run_at = sooner.at
    from jsonb_to_recordset(${JSON.stringify(sooner)}::jsonb) as sooner(id int, before timestamptz, at timestamptz)
    where ${schedules.id} = sooner.id and ${schedules.next_run_at} = sooner.before`);
}
