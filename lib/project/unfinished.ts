import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";

/** The project's tasks, or only those of one template. */
type Scope = { projectId: number; templateId?: number };

/**
 * Whether tasks of the scope still wait or run. Nobody can create another one until the transaction ends: for that they
 * need the rows of the templates, which are locked here.
 */
export async function lockUnfinishedTasks(db: Db, { projectId, templateId }: Scope): Promise<boolean> {
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
        isUnfinished,
      ),
    )
    .limit(1);
  return task !== undefined;
}
