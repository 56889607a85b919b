import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";

/** The project's tasks, or only those of one template. */
type Scope = { projectId: number; templateId?: number };

/**
 * Fetches whether tasks of the scope still wait or run, after keeping others from creating or claiming one until the
 * transaction ends: a new task needs its template's row, a claim the project's.
 */
export async function lockUnfinishedTasks(db: Db, { projectId, templateId }: Scope): Promise<boolean> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("update");
  const ofTemplate = templateId === undefined ? undefined : eq(templates.id, templateId);
  await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.project_id, projectId), ofTemplate))
    .orderBy(templates.id)
    .for("update");
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.project_id, projectId),
        templateId === undefined ? undefined : eq(tasks.template_id, templateId),
        // Worded as in the partial index, so that it is used.
        sql`${tasks.status} not in ('success', 'error', 'stopped')`,
      ),
    )
    .limit(1);
  return task !== undefined;
}
