import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { isOnPage } from "@/db/newest";
import { prepared } from "@/db/prepared";
import { decodingOnce } from "@/db/row-mapper";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks, tellsOf } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { Page } from "@/lib/operation/fields";
import { build, presentTask, selectTasks, stopper, taskRows } from "@/lib/queue/task-rows";
import { withReasons } from "@/lib/queue/waiting";
import { comparedWith } from "@/lib/task/compare/run";
import { endOfSearch, pageOfTasks, type TaskFilter } from "@/lib/task/page";
import { listOutputs } from "@/lib/task/results/outputs";
import { planChecksum } from "@/lib/task/results/plan";
import { isTaskOf } from "@/lib/task/transition";

/**
 * Newest first, with template, author and build in one statement, and a second one only when tasks wait, for why.
 */
export async function listTasks(db: Db, filter: TaskFilter): ReturnType<typeof readTasks> {
  const isListed = and(eq(tasks.project_id, filter.projectId), isOnPage(tasks.id, pageOfTasks(db, filter)));
  const list = await readTasks(db, isListed);
  const before = list.length === 0 && filter.whole ? await endOfSearch(db, filter) : null;
  return before === null ? list : listTasks(db, { ...filter, before });
}

const MOST_CHILDREN = 1_000;

/** The tasks that a run of a workflow started, read as `listTasks` reads those of a project. */
export function listChildren(db: Db, { projectId, taskId, before, limit = MOST_CHILDREN }: Page & RunOf) {
  const older = before === undefined ? undefined : lt(tasks.id, before);
  const isChild = and(eq(tasks.project_id, projectId), eq(tasks.parent_task_id, taskId), older);
  return readTasks(db, isChild, Math.min(limit, MOST_CHILDREN));
}

type RunOf = { projectId: number; taskId: number };

async function readTasks(db: Db, which: SQL | undefined, limit?: number) {
  const rows = selectTasks(db).where(which).orderBy(desc(tasks.id));
  const statement = decodingOnce((limit === undefined ? rows : rows.limit(limit)).prepare("tasks"));
  return withReasons(db, (await statement.execute()).map(presentTask));
}

const parent = alias(tasks, "parent");
const workflow = alias(templates, "workflow");

const selectDetail = prepared((db) =>
  db
    .select({
      ...taskRows,
      parent_name: workflow.name,
      state_id: tasks.state_id,
      workspace: tasks.workspace,
      state_version: tasks.state_version,
      log_lines: sql<number>`coalesce(${taskAttempts.log_lines}, 0)`,
      runner_name: runners.name,
      plan_checksum: planChecksum,
      drift: tasks.drift,
      hosts: tasks.hosts,
      failure: tasks.failure,
      exit_code: taskAttempts.exit_code,
      timeout_seconds: sql<number>`coalesce((${tasks.snapshot} -> 'template' ->> 'timeout_seconds')::int, 0)`,
      stages: tasks.stages,
      results: tasks.results,
      confirm_until: tasks.confirm_until,
      compare_with: comparedWith,
      last_heard: taskAttempts.heartbeat_at,
    })
    .from(tasks)
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(stopper, eq(stopper.id, tasks.stopped_by_id))
    .leftJoin(build, eq(build.id, tasks.build_task_id))
    .leftJoin(runners, eq(runners.id, tasks.runner_id))
    .leftJoin(parent, eq(parent.id, tasks.parent_task_id))
    .leftJoin(workflow, eq(workflow.id, parent.template_id))
    .leftJoin(taskAttempts, and(eq(taskAttempts.task_id, tasks.id), eq(taskAttempts.attempt, tasks.attempt)))
    .where(isTaskOf(sql.placeholder("projectId"), sql.placeholder("taskId")))
    .prepare("task"),
);

/** One task with everything the log dialog shows. */
export async function getTask(db: Db, projectId: number, taskId: number) {
  const [row] = await selectDetail(db).execute({ projectId, taskId });
  if (!row) return null;
  const { task, build: deployed, state_id, workspace, state_version, ...detail } = row;
  const presented = presentTask({ task, build: deployed });
  await withReasons(db, [presented]);
  const state = state_id === null ? null : { id: state_id, workspace, version: state_version || null };
  return {
    ...presented,
    ...detail,
    state,
    last_success: task.status === "error" ? await lastSuccess(db, task) : null,
    outputs: state || detail.results.includes("outputs") ? await outputsOf(db, taskId) : [],
  };
}

async function outputsOf(db: Db, taskId: number) {
  const outputs = (await listOutputs(db, [taskId])).get(taskId) ?? [];
  return outputs.map(({ secret, ...output }) => ({ ...output, sensitive: secret }));
}

/** Looks back no further. */
const EARLIER_TASKS = 500;

/** The newest task of the template before this one that succeeded, and was real or of its kind. */
async function lastSuccess(db: Db, task: { id: number; template_id: number }) {
  const { id, status, drift_check, dry_run, params, end } = tasks;
  const earlier = db
    .select({ id, status, drift_check, dry_run, params, end })
    .from(tasks)
    .where(and(eq(tasks.template_id, task.template_id), lt(tasks.id, task.id)))
    .orderBy(desc(tasks.id))
    .limit(EARLIER_TASKS)
    .as("earlier");
  const [found] = await db
    .select({ id: earlier.id, end: sql<string>`${earlier.end}`.mapWith(tasks.end) })
    .from(earlier)
    .innerJoin(tasks, eq(tasks.id, task.id))
    .where(and(eq(earlier.status, "success"), tellsOf("earlier", "tasks")))
    .orderBy(desc(earlier.id))
    .limit(1);
  return found ?? null;
}

/** Null when the project has no such task. */
export async function taskExists(db: Db, projectId: number, taskId: number): Promise<{ id: number } | null> {
  const [row] = await db.select({ id: tasks.id }).from(tasks).where(isTaskOf(projectId, taskId));
  return row ?? null;
}
