import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { onlyRow } from "@/db/only-row";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";
import { nextRun, type Timing } from "@/lib/schedule/rules/next-run";
import type { Schedule, ScheduleInput, ScheduleReply, ScheduleWithTpl } from "@/lib/schedule/schema";
import { type CheckedTask, presentTask, readAnswers, sealTask } from "@/lib/schedule/task-params";
import { missingAnswers } from "@/lib/task/rules";
import type { SurveyVar } from "@/lib/template/rules";

export type ScheduleRow = typeof schedules.$inferSelect;

const present = (row: ScheduleRow): Schedule => ({ ...row, task_params: presentTask(row.task_params) });

const presentFor = (variables: SurveyVar[], row: ScheduleRow): ScheduleReply => ({
  ...present(row),
  missing_answers: missingAnswers(variables, readAnswers(row.task_params)),
});

/** Schedules that run by time; commit checks are listed with their template. */
export async function listSchedules(db: Db, projectId: number, templateId?: number): Promise<ScheduleWithTpl[]> {
  const ofTemplate = templateId === undefined ? undefined : eq(schedules.template_id, templateId);
  const rows = await db
    .select({ schedule: schedules, tpl_name: templates.name, survey_vars: templates.survey_vars })
    .from(schedules)
    .innerJoin(templates, eq(templates.id, schedules.template_id))
    .where(and(eq(schedules.project_id, projectId), isNull(schedules.repository_id), ofTemplate))
    .orderBy(asc(schedules.id));
  return rows.map(({ schedule, survey_vars, tpl_name }) => ({ ...presentFor(survey_vars, schedule), tpl_name }));
}

/** Including commit checks. */
export async function listAllSchedules(db: Db, projectId: number): Promise<Schedule[]> {
  const rows = await db.select().from(schedules).where(eq(schedules.project_id, projectId)).orderBy(asc(schedules.id));
  return rows.map(present);
}

export async function getSchedule(db: Db, projectId: number, scheduleId: number): Promise<ScheduleReply | null> {
  const [row] = await db
    .select({ schedule: schedules, survey_vars: templates.survey_vars })
    .from(schedules)
    .innerJoin(templates, eq(templates.id, schedules.template_id))
    .where(isSchedule(projectId, scheduleId));
  return row ? presentFor(row.survey_vars, row.schedule) : null;
}

/** Prevents the schedule from firing, and from being changed by others, until the transaction ends. */
export async function lockSchedule(db: Db, projectId: number, scheduleId: number): Promise<ScheduleRow | null> {
  const [row] = await db.select().from(schedules).where(isSchedule(projectId, scheduleId)).for("update");
  return row ?? null;
}

export type ScheduleValues = Omit<ScheduleInput, "id" | "project_id" | "task_params"> & CheckedTask;

/** The next run counts from now. The cron expression must have been validated. */
export async function insertSchedule(db: Db, projectId: number, values: ScheduleValues): Promise<Schedule> {
  const { secret, ...columns } = values;
  const next_run_at = firstRun(values, await databaseClock(db));
  const row = onlyRow(
    await db
      .insert(schedules)
      .values({ ...columns, project_id: projectId, next_run_at })
      .returning(),
  );
  await setSecret(db, row.id, secret);
  return present(row);
}

/** Clears the last seen commit if the branch may have changed. If the timing is unchanged, so is the next run. */
export async function updateSchedule(db: Db, before: ScheduleRow, values: ScheduleValues): Promise<void> {
  const { secret, ...columns } = values;
  const next_run_at = await runAfterChange(db, before, values);
  const last_commit_hash = branchKey(before) === branchKey(values) ? before.last_commit_hash : null;
  await db
    .update(schedules)
    .set({ ...columns, last_commit_hash, next_run_at })
    .where(eq(schedules.id, before.id));
  await setSecret(db, before.id, secret);
}

export async function setActive(db: Db, before: ScheduleRow, active: boolean): Promise<void> {
  const next_run_at = await runAfterChange(db, before, { ...before, active });
  await db.update(schedules).set({ active, next_run_at }).where(eq(schedules.id, before.id));
}

async function setSecret(db: Db, scheduleId: number, secret: Record<string, string>): Promise<void> {
  await db
    .update(schedules)
    .set({ task_secret: sealTask(scheduleId, secret) })
    .where(eq(schedules.id, scheduleId));
}

/** Its name, or null if the project has no such schedule. */
export async function deleteSchedule(db: Db, projectId: number, scheduleId: number): Promise<string | null> {
  const [row] = await db.delete(schedules).where(isSchedule(projectId, scheduleId)).returning({ name: schedules.name });
  return row?.name ?? null;
}

/** What determines the branch of a commit check. */
const branchKey = ({ repository_id, template_id, task_params }: ScheduleValues | ScheduleRow): string =>
  JSON.stringify([repository_id, template_id, task_params.git_branch]);

type Planned = Timing & { active: boolean; repository_id: number | null };

function firstRun(schedule: Planned, now: number): string | null {
  if (!schedule.active) return null;
  const run = nextRun(schedule, now);
  return run && new Date(run.at).toISOString();
}

async function runAfterChange(db: Db, before: ScheduleRow, after: Planned): Promise<string | null> {
  return sameTime(before, after) ? before.next_run_at : firstRun(after, await databaseClock(db));
}

const sameTime = (before: Planned, after: Planned): boolean =>
  timeKey(before) === timeKey(after) && before.active === after.active;

const timeKey = ({ cron_format, timezone, run_at, repository_id }: Planned): string =>
  JSON.stringify([cron_format, timezone, run_at && Date.parse(run_at), repository_id]);

export const isSchedule = (projectId: number, scheduleId: number) =>
  and(eq(schedules.project_id, projectId), eq(schedules.id, scheduleId));
