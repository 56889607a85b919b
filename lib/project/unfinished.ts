import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { commitChecks } from "@/db/schema/commit-checks";
import { integrations } from "@/db/schema/integrations";
import { schedules } from "@/db/schema/schedules";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { tasksOf } from "@/lib/project/used-tasks";

/** A project's tasks, or only those of one template. */
type Scope = { projectId: number; templateId?: number };

/**
 * Whether any task in scope is unfinished. Blocks new tasks until the transaction ends by locking the templates' rows,
 * which starting a task requires.
 */
export async function lockUnfinishedTasks(db: Db, { projectId, templateId }: Scope): Promise<boolean> {
  await lockInOrder(db, projectId, templateId);
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.project_id, projectId),
        templateId === undefined ? undefined : eq(tasks.template_id, templateId),
        isUnfinished,
      ),
    )
    .limit(1);
  return task !== undefined;
}

/**
 * As where tasks start: commit checks, schedules and integrations before their templates. With a template those whose last task
 * it has started as a workflow, which change when it is deleted.
 */
async function lockInOrder(db: Db, projectId: number, templateId: number | undefined): Promise<void> {
  const lock = (table: PgTable, which: SQL | undefined) =>
    db.execute(
      sql`select from ${table} where project_id = ${projectId} and ${which ?? sql`true`} order by id for update`,
    );
  const ofTemplate = templateId === undefined ? undefined : sql`template_id = ${templateId}`;
  // A template's commit checks stay with their repository.
  if (templateId === undefined) await lock(commitChecks, undefined);
  await lock(schedules, ofTemplate);
  await lock(integrations, ofTemplate);
  const changing =
    templateId === undefined ? undefined : sql`(id = ${templateId} or last_task_id in ${tasksOf(templateId)})`;
  await lock(templates, changing);
}
