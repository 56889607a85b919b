import { z } from "zod";
import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { repositories } from "@/db/schema/repositories";
import type { schedules } from "@/db/schema/schedules";
import { member, project } from "@/lib/access/access";
import { changesOf, type TrackingOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { requireReferences } from "@/lib/project/references";
import type { EventAction } from "@/lib/protocol/event-action";
import { checkCron, checkTiming } from "@/lib/schedule/check-timing";
import * as history from "@/lib/schedule/history";
import { nextRuns, zoneOf } from "@/lib/schedule/rules/next-run";
import {
  ActiveInput,
  CronInput,
  Fire,
  FireQuery,
  NewSchedule,
  Preview,
  PreviewInput,
  SavedSchedule,
  ScheduleChanges,
  type ScheduleInput,
  ScheduleParams,
  ScheduleQuery,
  ScheduleReply,
  ScheduleWithTpl,
  SemaphoreSchedule,
  SemaphoreScheduleWithTpl,
} from "@/lib/schedule/schema";
import * as store from "@/lib/schedule/store";
import { checkTask, keptSecretAnswers, readTask } from "@/lib/schedule/task-params";

export const listSchedules = operation({
  name: "schedule.list",
  summary: "Schedules of the project, with the names of their templates; without commit checks",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: ScheduleQuery,
  output: z.array(ScheduleWithTpl),
  semaphoreOutput: z.array(SemaphoreScheduleWithTpl),
  run: ({ db, project, input }) => store.listSchedules(db, project.id, input.template_id),
});

export const getSchedule = operation({
  name: "schedule.get",
  summary: "One schedule",
  transaction: "none",
  access: member,
  params: ScheduleParams,
  input: NoInput,
  output: ScheduleReply,
  semaphoreOutput: SemaphoreSchedule,
  run: async ({ db, project, params }) => found(await store.getSchedule(db, project.id, params.scheduleId)),
});

export const listFires = operation({
  name: "schedule.fires",
  summary: "Run history of the schedule, newest first",
  transaction: "none",
  access: member,
  params: ScheduleParams,
  input: FireQuery,
  output: z.array(Fire),
  run: ({ db, params, input }) => history.listFires(db, { ...params, ...input }),
});

export const validateCron = operation({
  name: "schedule.validate",
  summary: "Validates a cron expression",
  transaction: "none",
  access: project("manageResources"),
  params: ProjectParams,
  input: CronInput,
  output: NoContent,
  run: async ({ input }) => checkCron(input.cron_format),
});

export const previewSchedule = operation({
  name: "schedule.preview",
  summary: "The next runs of a cron expression in a time zone",
  transaction: "none",
  access: project("manageResources"),
  params: ProjectParams,
  input: PreviewInput,
  output: Preview,
  run: async ({ db, input }) => {
    await checkTiming(db, { ...input, active: true });
    const runs = nextRuns(input, await databaseClock(db), input.count);
    return {
      timezone: zoneOf(input),
      runs: runs.map(({ at, clocks }) => ({ at: new Date(at).toISOString(), clocks })),
    };
  },
});

export const createSchedule = operation({
  name: "schedule.create",
  summary: "Adds a schedule of a template",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewSchedule,
  output: ScheduleReply,
  semaphoreOutput: SemaphoreSchedule,
  run: async ({ db, project, input: { id: _id, project_id, ...input } }) => {
    refuseMismatch("project_id", project_id, project.id, "scheduleMoved");
    await checkSchedule(db, project.id, input);
    const task = await checkTask(db, project.id, input, {});
    const { id } = await store.insertSchedule(db, project.id, { ...input, ...task });
    return found(await store.getSchedule(db, project.id, id));
  },
  event: ({ result }) => scheduleEvent(result, "created"),
});

export const updateSchedule = operation({
  name: "schedule.update",
  summary:
    "Replaces a schedule; secret answers, time zone, single time, overlap, mode and task parameters are kept if they are not sent",
  transaction: "whole",
  access: project("manageResources"),
  params: ScheduleParams,
  input: ScheduleChanges,
  output: SavedSchedule,
  semaphoreOutput: NoContent,
  run: async ({ db, project, params, input: { id, project_id, ...sent } }) => {
    refuseMismatch("id", id, params.scheduleId, "scheduleIdMismatch");
    refuseMismatch("project_id", project_id, project.id, "scheduleMoved");
    const before = found(await store.lockSchedule(db, project.id, params.scheduleId));
    const input = completeWith(before, sent);
    await checkSchedule(db, project.id, input);
    const kept = before.template_id === input.template_id ? keptSecretAnswers(before, input.task_params) : {};
    const task = await checkTask(db, project.id, input, kept);
    await store.updateSchedule(db, before, { ...input, ...task });
    const changes = changesOf(
      { ...before, task_params: [before.task_params, kept] },
      { ...input, task_params: [task.task_params, task.secret] },
      TRACKED,
    );
    const { missing_answers } = found(await store.getSchedule(db, project.id, before.id));
    return { changes, missing_answers };
  },
  event: ({ params, input, result }) => ({
    ...scheduleEvent({ id: params.scheduleId, name: input.name }, "updated"),
    changes: result.changes,
  }),
});

export const setScheduleActive = operation({
  name: "schedule.setActive",
  summary: "Enables or disables a schedule",
  transaction: "whole",
  access: project("manageResources"),
  params: ScheduleParams,
  input: ActiveInput,
  output: NoContent,
  run: async ({ db, project, params, input }) => {
    const before = found(await store.lockSchedule(db, project.id, params.scheduleId));
    if (input.active) await checkTiming(db, { ...before, active: true });
    await store.setActive(db, before, input.active);
    return { id: before.id, name: before.name, changes: changesOf(before, input, { active: "shown" }) };
  },
  event: ({ result }) => ({ ...scheduleEvent(result, "updated"), changes: result.changes }),
});

export const deleteSchedule = operation({
  name: "schedule.delete",
  summary: "Deletes a schedule; its tasks stay",
  transaction: "whole",
  access: project("manageResources"),
  params: ScheduleParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => found(await store.deleteSchedule(db, project.id, params.scheduleId)),
  event: ({ params, result }) => scheduleEvent({ id: params.scheduleId, name: result }, "deleted"),
});

/**
 * A cron expression replaces a single time that is not sent; task parameters belong to their template. Without `active`, a
 * commit check is left on or off, a new one is on and any other schedule off.
 */
function completeWith(before: store.ScheduleRow, changes: Omit<ScheduleChanges, "id" | "project_id">) {
  const { timezone = before.timezone, overlap = before.overlap, mode = before.mode, run_at, task_params } = changes;
  const keptTask = before.template_id === changes.template_id ? before.task_params : {};
  const isCommitCheck = changes.repository_id !== null;
  return {
    ...changes,
    active: changes.active ?? (isCommitCheck && (before.repository_id === null || before.active)),
    timezone,
    overlap,
    mode,
    run_at: run_at === undefined && changes.cron_format === "" ? before.run_at : (run_at ?? null),
    task_params: task_params ?? readTask(keptTask),
  };
}

const TRACKED = {
  id: "untracked",
  project_id: "untracked",
  name: "shown",
  template_id: "shown",
  cron_format: "shown",
  timezone: "shown",
  run_at: "shown",
  active: "shown",
  repository_id: "shown",
  last_commit_hash: "untracked",
  overlap: "shown",
  mode: "shown",
  task_params: "sealed",
  // Compared in plaintext, with task_params.
  task_secret: "untracked",
  next_run_at: "untracked",
} satisfies TrackingOf<typeof schedules.$inferSelect>;

const scheduleEvent = ({ id, name }: { id: number; name: string }, action: EventAction) => ({
  object_type: "schedule",
  object_id: id,
  object_name: name,
  subject: `Schedule ID ${id}`,
  action,
});

async function checkSchedule(
  db: Db,
  projectId: number,
  input: Omit<ScheduleInput, "id" | "project_id">,
): Promise<void> {
  await checkTiming(db, input);
  await requireReferences(db, projectId, [{ field: "repository_id", id: input.repository_id, table: repositories }]);
}
