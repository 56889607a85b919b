import { and, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { TaskStatus } from "@/lib/protocol/status";
import { waitingReasons } from "@/lib/queue/waiting";
import { outputsOf } from "@/lib/state/outputs";

const build = alias(tasks, "build");

// What stays inside: the wire's Task names every field that leaves, these are only not worth reading for a list.
const {
  snapshot: _snapshot,
  secret: _secret,
  stages: _stages,
  hosts: _hosts,
  failure: _failure,
  plan: _plan,
  drift: _drift,
  ...taskColumns
} = getTableColumns(tasks);
const {
  snapshot: _s,
  secret: _x,
  stages: _g,
  hosts: _h,
  failure: _f,
  plan: _p,
  drift: _d,
  ...buildColumns
} = getTableColumns(build);

const withTemplate = {
  ...taskColumns,
  tpl_playbook: templates.playbook,
  tpl_alias: templates.name,
  tpl_type: templates.type,
  tpl_app: templates.app,
  user_name: users.name,
  build_task: buildColumns,
};

export type TaskFilter = {
  projectId: number;
  templateId?: number;
  status?: TaskStatus;
  before?: number;
  limit: number;
};

/**
 * Newest first, with template, author and build in one statement, and a second one only when tasks wait, for why;
 * `before` is the id the page ends under.
 */
export async function listTasks(db: Db, { projectId, templateId, status, before, limit }: TaskFilter) {
  const rows = await db
    .select(withTemplate)
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .where(
      and(
        eq(tasks.project_id, projectId),
        templateId === undefined ? undefined : eq(tasks.template_id, templateId),
        status === undefined ? undefined : eq(tasks.status, status),
        before === undefined ? undefined : lt(tasks.id, before),
      ),
    )
    .orderBy(desc(tasks.id))
    .limit(limit);
  const waiting = rows.filter(({ status }) => status === "waiting").map(({ id }) => id);
  const reasons = await waitingReasons(db, waiting);
  // In place: copies of so many fields cost as much as a fifth of the list.
  return rows.map((row) =>
    Object.assign(row, {
      secret: "" as const,
      build_task: row.build_task && Object.assign(row.build_task, { secret: "" as const }),
      waiting_for: reasons.get(row.id) ?? null,
    }),
  );
}

/** One task with everything the log dialog shows. */
export async function getTask(db: Db, projectId: number, taskId: number) {
  const [row] = await db
    .select({
      ...withTemplate,
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
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .leftJoin(runners, eq(runners.id, tasks.runner_id))
    .leftJoin(taskAttempts, and(eq(taskAttempts.task_id, tasks.id), eq(taskAttempts.attempt, tasks.attempt)))
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  if (!row) return null;
  const reasons = await waitingReasons(db, row.status === "waiting" ? [taskId] : []);
  const state =
    row.state_id === null ? null : { id: row.state_id, workspace: row.workspace, version: row.state_version };
  return {
    ...row,
    state,
    last_success: row.status === "error" ? await lastSuccess(db, row) : null,
    outputs: state ? await outputsOf(db, state) : [],
    secret: "" as const,
    build_task: row.build_task && { ...row.build_task, secret: "" as const },
    waiting_for: reasons.get(taskId) ?? null,
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
