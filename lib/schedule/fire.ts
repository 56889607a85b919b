import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { toRfc3339 } from "@/db/columns";
import { idsIn, isNoneOf, isOneOf } from "@/db/one-of";
import { schedules } from "@/db/schema/schedules";
import { SQLSTATE } from "@/db/sqlstate";
import { announceAll } from "@/lib/operation/announce";
import { databaseCode } from "@/lib/operation/errors";
import { recordEvent, recordEvents } from "@/lib/operation/record-event";
import { alertOfUnstarted, type Unstarted } from "@/lib/schedule/alert";
import { type NewFire, pruneRuns, recordFires } from "@/lib/schedule/history";
import { type CatchUp, catchUp } from "@/lib/schedule/rules/catch-up";
import { startRuns } from "@/lib/schedule/start-runs";
import type { ScheduleRow } from "@/lib/schedule/store";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import type { TaskRow } from "@/lib/task/transition";

/** Schedules fired per transaction. */
const BATCH = 100;

/** Others wait for those of a locked template; it is tried again a second later. */
const LOCK_MS = 500;

/** Ids of what is left for the next round. */
type Left = { schedules: number[]; templates: number[] };

/**
 * Starts the tasks of all due schedules. Every web node may run it at any time: a due instant starts at most one task.
 * A schedule that fails does not delay the others. Returns how many were due.
 */
export async function fireDue(db: Db, now?: Date): Promise<number> {
  const at = now?.getTime() ?? (await timeIfDue(db));
  if (at === null) return 0;
  const left: Left = { schedules: [], templates: [] };
  let count = 0;
  for (;;) {
    const which = and(isNoneOf(schedules.id, left.schedules), isNoneOf(schedules.template_id, left.templates));
    const fired = await fireSome(db, at, which, left);
    if (fired === 0) return count;
    count += fired;
  }
}

/** The time by the database's clock; null if nothing is due, as in most rounds. */
async function timeIfDue(db: Db): Promise<number | null> {
  const [row] = await db.execute<{ now: string }>(sql`select now()::text as now where ${isAnyScheduleDue}`);
  return row ? Date.parse(toRfc3339(row.now)) : null;
}

/** Fires one batch of `which`, and adds those that fail to `left`. */
async function fireSome(db: Db, at: number, which: SQL | undefined, left: Left): Promise<number> {
  let due: ScheduleRow[] = [];
  let started: TaskRow[];
  try {
    started = await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
      due = await lockDue(tx, at, which);
      return fire(tx, due, at);
    });
  } catch (error) {
    if (due.length === 0) throw error;
    log.warn({ err: error, schedules: due.map(({ id }) => id) }, "schedules could not fire");
    await fireApart(db, at, due, error, left);
    return due.length;
  }
  announceAll(db, started.flatMap(taskChanged));
  return due.length;
}

/** Rolled back; those of each template are then tried together, and after another failure each alone, to find the one that fails. */
async function fireApart(db: Db, at: number, due: ScheduleRow[], error: unknown, left: Left): Promise<void> {
  const templateIds = idsIn(due.map(({ template_id }) => template_id));
  const ofOne = templateIds.length === 1;
  if (ofOne && databaseCode(error) === SQLSTATE.lockNotAvailable) return void left.templates.push(...templateIds);
  if (due.length === 1) return void left.schedules.push(...due.map(({ id }) => id));
  const groups = ofOne
    ? due.map((schedule) => [schedule])
    : templateIds.map((id) => due.filter(({ template_id }) => template_id === id));
  for (const group of groups) {
    const ids = group.map(({ id }) => id);
    await fireSome(db, at, isOneOf(schedules.id, ids), left);
  }
}

const isDueAt = (time: SQL | string) =>
  sql`${schedules.active} and ${schedules.repository_id} is null and ${schedules.next_run_at} <= ${time}`;

/** By the database's clock. */
export const isAnyScheduleDue = sql<boolean>`exists (select 1 from ${schedules} where ${isDueAt(sql`now()`)})`;

const lockDue = (tx: Db, at: number, which: SQL | undefined): Promise<ScheduleRow[]> =>
  tx
    .select()
    .from(schedules)
    .where(and(isDueAt(new Date(at).toISOString()), which))
    .orderBy(schedules.next_run_at, schedules.id)
    .limit(BATCH)
    .for("update", { skipLocked: true });

type Planned = CatchUp & { schedule: ScheduleRow };

async function fire(tx: Db, due: ScheduleRow[], at: number): Promise<TaskRow[]> {
  if (due.length === 0) return [];
  const planned: Planned[] = [];
  for (const schedule of due) {
    const plan = planOf(schedule, at);
    if (plan) planned.push({ schedule, ...plan });
    else await switchOff(tx, schedule);
  }
  const tooLate = planned.filter(isTooLate);
  await alertOfUnstarted(tx, tooLate.map(unstartedOf));
  await recordFires(tx, planned.flatMap(missedOf));
  await recordEvents(tx, tooLate.map(missedEvent));
  const runs = planned.flatMap(({ schedule, run }) => (run === null ? [] : { schedule, due: run }));
  const started = await startRuns(tx, runs);
  await setNextRuns(tx, planned);
  await pruneRuns(
    tx,
    planned.map(({ schedule }) => schedule.id),
  );
  return started;
}

function missedOf({ schedule, run, missed }: Planned): NewFire[] {
  if (!missed) return [];
  const until = new Date(missed.until).toISOString();
  const reason = run === null ? "late" : "superseded";
  return [{ scheduleId: schedule.id, due: missed.from, outcome: "missed", reason, until }];
}

/** Nothing runs in place of what was missed, which its owner has to know. */
const isTooLate = ({ run, missed }: Planned): boolean => run === null && missed !== null;

const unstartedOf = ({ schedule, missed }: Planned): Unstarted => ({
  schedule,
  due: dueOf(schedule),
  outcome: "missed",
  until: missed && new Date(missed.until).toISOString(),
});

const missedEvent = ({ schedule }: Planned) => ({
  event: {
    object_type: "schedule",
    object_id: schedule.id,
    object_name: schedule.name,
    description: `Schedule ID ${schedule.id} missed its run of ${schedule.next_run_at}: it was too late`,
  },
  scope: { project: { id: schedule.project_id }, userId: null, ip: "" },
});

async function setNextRuns(tx: Db, planned: Planned[]): Promise<void> {
  const next = planned.map(({ schedule, next }) => ({
    id: schedule.id,
    at: next === null ? null : new Date(next).toISOString(),
  }));
  await tx.execute(sql`
    update ${schedules} set next_run_at = next.at, active = next.at is not null
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next(id int, at timestamptz)
    where ${schedules.id} = next.id`);
}

const dueOf = ({ next_run_at }: ScheduleRow): number => Date.parse(next_run_at ?? "");

/** Null if the stored expression or zone is invalid. */
function planOf(schedule: ScheduleRow, at: number): CatchUp | null {
  try {
    return catchUp(schedule, dueOf(schedule), at);
  } catch (error) {
    log.error({ err: error, schedule: schedule.id }, "schedule has an invalid time");
    return null;
  }
}

/** A row that cannot be interpreted would come up again and again. */
export async function switchOff(tx: Db, schedule: ScheduleRow): Promise<null> {
  const run = { due: dueOf(schedule), outcome: "failed", detail: schedule.cron_format } as const;
  await alertOfUnstarted(tx, [{ schedule, ...run }]);
  await recordFires(tx, [{ scheduleId: schedule.id, reason: "broken", ...run }]);
  await tx.update(schedules).set({ active: false, next_run_at: null }).where(eq(schedules.id, schedule.id));
  await recordEvent(
    tx,
    {
      object_type: "schedule",
      object_id: schedule.id,
      description: `Schedule ID ${schedule.id} disabled: its timing is invalid`,
    },
    { project: { id: schedule.project_id }, userId: null, ip: "" },
  );
  return null;
}
