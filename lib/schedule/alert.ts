import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduleFires } from "@/db/schema/schedules";
import { enqueueUnstartedAlerts } from "@/lib/notification/enqueue-unstarted";
import { withDetail } from "@/lib/operation/http/api-texts";
import type { Outcome } from "@/lib/schedule/history";
import type { ScheduleRow } from "@/lib/schedule/store";

export type Unstarted = { schedule: ScheduleRow; due: number } & Pick<
  Outcome,
  "outcome" | "reason" | "detail" | "issues" | "until"
>;

/**
 * Queues alerts about due instants, at most one per schedule, that started no task because of an error or a late server.
 * A schedule that keeps failing is alerted of once a day, in UTC. A commit check runs every few minutes and makes up for
 * the one before, so its first failure may pass by itself: the second in a row is alerted of. Call it before the instants
 * are recorded.
 */
export async function alertOfUnstarted(tx: Db, runs: readonly Unstarted[]): Promise<void> {
  const bad = runs
    .map(withDetail)
    .flatMap(({ outcome, ...run }) => (outcome === "missed" || outcome === "failed" ? { ...run, outcome } : []));
  if (bad.length === 0) return;
  const worthy = await worthAnAlert(tx, bad);
  await enqueueUnstartedAlerts(
    tx,
    bad
      .filter(({ schedule }) => worthy.has(schedule.id))
      .map(({ schedule: { id, name, template_id, repository_id }, due, outcome, detail }) => ({
        templateId: template_id,
        about: {
          schedule: { id, name, outcome, due: instant(due), detail, commit_check: repository_id !== null },
        },
      })),
  );
}

const instant = (time: number): string => new Date(time).toISOString();

const isBad = sql`fire.outcome in ('missed', 'failed')`;
const dayOf = (run: SQL) => sql`(coalesce(${run}.until, ${run}.due_at) at time zone 'UTC')::date`;

/** The schedules of these runs without those that are known to fail: by their run before, and for commit checks by that before it. */
async function worthAnAlert(tx: Db, runs: readonly Unstarted[]): Promise<ReadonlySet<number>> {
  const given = runs.map(({ schedule, due, until, reason }) => ({
    schedule_id: schedule.id,
    due_at: instant(due),
    until,
    reason,
  }));
  const rows = await tx.execute<{ schedule_id: number }>(sql`
    select given.schedule_id from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(schedule_id int, due_at timestamptz, until timestamptz, reason text)
      left join lateral (
        select ${isBad} as bad, ${dayOf(sql`fire`)} as day,
          fire.reason = 'check_failed' and fire.until is null
            and (lead(${isBad}) over (order by fire.due_at desc)) is not true as is_first_check
        from ${scheduleFires} as fire
        where fire.schedule_id = given.schedule_id and fire.due_at < given.due_at
          and fire.reason is distinct from 'superseded'
        order by fire.due_at desc limit 1) as last on true
      where case when last.bad then last.is_first_check or last.day <> ${dayOf(sql`given`)}
        else given.reason is distinct from 'check_failed' end`);
  return new Set(rows.map(({ schedule_id }) => schedule_id));
}
