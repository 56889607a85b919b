import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduleFires } from "@/db/schema/schedules";
import { enqueueScheduleAlerts } from "@/lib/notification/enqueue-schedules";
import { withDetail } from "@/lib/operation/http/api-texts";
import type { Outcome } from "@/lib/schedule/history";
import type { ScheduleRow } from "@/lib/schedule/store";

export type Unstarted = { schedule: ScheduleRow; due: number } & Pick<Outcome, "outcome" | "detail" | "issues">;

/**
 * Queues alerts about due instants, at most one per schedule, that started no task because of an error or a late server.
 * Once a day is enough for a schedule that keeps failing. Call it before the instants are recorded.
 */
export async function alertOfUnstarted(tx: Db, runs: readonly Unstarted[]): Promise<void> {
  const bad = runs
    .map(withDetail)
    .flatMap(({ schedule, due, outcome, detail }) =>
      outcome === "missed" || outcome === "failed"
        ? { schedule, due: new Date(due).toISOString(), outcome, detail }
        : [],
    );
  if (bad.length === 0) return;
  const known = await alertedLately(
    tx,
    bad.map(({ schedule, due }) => ({ schedule_id: schedule.id, due_at: due })),
  );
  await enqueueScheduleAlerts(
    tx,
    bad
      .filter(({ schedule }) => !known.has(schedule.id))
      .map(({ schedule: { id, name, template_id }, ...run }) => ({
        templateId: template_id,
        schedule: { id, name, ...run },
      })),
  );
}

/** The schedules whose run before, less than a day earlier, started no task either. */
async function alertedLately(tx: Db, instants: object[]): Promise<ReadonlySet<number>> {
  const rows = await tx.execute<{ schedule_id: number }>(sql`
    select given.schedule_id from jsonb_to_recordset(${JSON.stringify(instants)}::jsonb) as given(schedule_id int, due_at timestamptz)
      cross join lateral (
        select outcome from ${scheduleFires} as fire
        where fire.schedule_id = given.schedule_id and fire.due_at < given.due_at
          and fire.due_at > given.due_at - interval '1 day' and fire.reason is distinct from 'superseded'
        order by fire.due_at desc limit 1) as last
      where last.outcome in ('missed', 'failed')`);
  return new Set(rows.map(({ schedule_id }) => schedule_id));
}
