import { and, asc, desc, eq, gt, gte, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { TaskTrigger } from "@/lib/protocol/status";
import { build, presentTask, stopper, taskRows } from "@/lib/queue/task-rows";
import { withReasons } from "@/lib/queue/waiting";
import { outputsOf } from "@/lib/state/outputs";
import type { TaskListQuery } from "@/lib/task/schema";

export type TaskFilter = Omit<TaskListQuery, "limit"> & { projectId: number; templateId?: number; limit: number };

/**
 * Newest first, with template, author and build in one statement, and a second one only when tasks wait, for why.
 * `before` is the id the page ends under; a page `after` an id ends with the next newer one.
 */
export async function listTasks(db: Db, filter: TaskFilter) {
  const { before, after, limit } = filter;
  const onwards = after !== undefined && before === undefined;
  const rows = await db
    .select(taskRows)
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(stopper, eq(stopper.id, tasks.stopped_by_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .where(and(...conditionsOf(filter)))
    .orderBy(onwards ? asc(tasks.id) : desc(tasks.id))
    .limit(limit);
  if (onwards) rows.reverse();
  return withReasons(db, rows.map(presentTask));
}

function conditionsOf({ projectId, templateId, ...filter }: TaskFilter): (SQL | undefined)[] {
  const { before, after, status, template_id, user_id, trigger, since, until, version, search = "" } = filter;
  const given = <Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined) =>
    value === undefined ? undefined : condition(value);
  return [
    eq(tasks.project_id, projectId),
    given(templateId ?? template_id, (id) => eq(tasks.template_id, id)),
    given(before, (id) => lt(tasks.id, id)),
    given(after, (id) => gt(tasks.id, id)),
    given(status, (wanted) => eq(tasks.status, wanted)),
    given(user_id, (id) => eq(tasks.user_id, id)),
    given(trigger, (wanted) => STARTED_BY[wanted]),
    given(since, (time) => gte(tasks.created, time)),
    given(until, (time) => lt(tasks.created, time)),
    given(version, (wanted) => or(eq(tasks.version, wanted), eq(build.version, wanted))),
    ...search.split(/\s+/).filter(Boolean).map(hasWord),
  ];
}

const STARTED_BY: Record<TaskTrigger, SQL | undefined> = {
  user: isNotNull(tasks.user_id),
  schedule: isNotNull(tasks.schedule_id),
  integration: isNotNull(tasks.integration_id),
  autorun: eq(tasks.autorun, true),
};

const SEARCHED = sql`concat_ws(' ', '#' || ${tasks.id}, ${templates.name}, ${tasks.message}, ${users.name},
  ${tasks.version}, ${build.version})`;

const hasWord = (word: string): SQL => sql`${SEARCHED} ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;

/** One task with everything the log dialog shows. */
export async function getTask(db: Db, projectId: number, taskId: number) {
  const [row] = await db
    .select({
      ...taskRows,
      state_id: tasks.state_id,
      workspace: tasks.workspace,
      state_version: tasks.state_version,
      log_lines: sql<number>`coalesce(${taskAttempts.log_lines}, 0)`,
      runner_name: runners.name,
      plan: tasks.plan,
      drift: tasks.drift,
      hosts: tasks.hosts,
      failure: tasks.failure,
      exit_code: taskAttempts.exit_code,
      stages: tasks.stages,
      confirm_until: tasks.confirm_until,
      last_heard: taskAttempts.heartbeat_at,
    })
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(stopper, eq(stopper.id, tasks.stopped_by_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .leftJoin(runners, eq(runners.id, tasks.runner_id))
    .leftJoin(taskAttempts, and(eq(taskAttempts.task_id, tasks.id), eq(taskAttempts.attempt, tasks.attempt)))
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  if (!row) return null;
  const { task, build: deployed, state_id, workspace, state_version, ...detail } = row;
  const presented = presentTask({ task, build: deployed });
  await withReasons(db, [presented]);
  const state = state_id === null ? null : { id: state_id, workspace, version: state_version };
  return {
    ...presented,
    ...detail,
    state,
    last_success: task.status === "error" ? await lastSuccess(db, task) : null,
    outputs: state ? await outputsOf(db, state) : [],
  };
}

/** Looks back no further. */
const EARLIER_TASKS = 500;

/** The newest task of the template before this one that succeeded. */
async function lastSuccess(db: Db, task: { id: number; template_id: number }) {
  const earlier = db
    .select({ id: tasks.id, status: tasks.status, end: tasks.end })
    .from(tasks)
    .where(and(eq(tasks.template_id, task.template_id), lt(tasks.id, task.id)))
    .orderBy(desc(tasks.id))
    .limit(EARLIER_TASKS)
    .as("earlier");
  const [found] = await db
    .select({ id: earlier.id, end: sql<string>`${earlier.end}`.mapWith(tasks.end) })
    .from(earlier)
    .where(eq(earlier.status, "success"))
    .orderBy(desc(earlier.id))
    .limit(1);
  return found ?? null;
}

/** Null when the project has no such task. */
export async function taskExists(db: Db, projectId: number, taskId: number): Promise<{ id: number } | null> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  return row ?? null;
}
