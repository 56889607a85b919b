import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { waitingReasons } from "@/lib/queue/waiting";
import type { ActiveTask } from "@/lib/task/schema";

/** As many as an administrator can review; more would only fill memory on both sides. */
const MAX_ACTIVE = 10_000;

const isQueued = sql<boolean>`${tasks.status} = 'waiting'`;

/** Unfinished tasks of all projects, or of one: queued ones first, each group oldest first. */
export async function listActiveTasks(db: Db, projectId?: number): Promise<ActiveTask[]> {
  const rows = await db
    .select({
      task_id: tasks.id,
      project_id: tasks.project_id,
      template_id: tasks.template_id,
      template_name: templates.name,
      app: templates.app,
      created: tasks.created,
      start: tasks.start,
      status: tasks.status,
      reason: tasks.reason,
      queued: isQueued,
      username: users.username,
      user_name: users.name,
      runner_id: tasks.runner_id,
      runner_name: runners.name,
      project_name: projects.name,
    })
    .from(tasks)
    .innerJoin(projects, eq(projects.id, tasks.project_id))
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(runners, eq(runners.id, tasks.runner_id))
    .where(and(isUnfinished, projectId === undefined ? undefined : eq(tasks.project_id, projectId)))
    .orderBy(desc(isQueued), asc(tasks.id))
    .limit(MAX_ACTIVE);
  const reasons = await waitingReasons(
    db,
    rows.filter(({ queued }) => queued).map(({ task_id }) => task_id),
  );
  return rows.map(({ queued, username, user_name, runner_id, runner_name, ...row }) => ({
    ...row,
    waiting_for: reasons.get(row.task_id) ?? null,
    location: queued ? ("queue" as const) : ("running" as const),
    ...(username ? { username } : {}),
    ...(user_name ? { user_name } : {}),
    ...(runner_id ? { runner_id } : {}),
    ...(runner_name ? { runner_name } : {}),
  }));
}
