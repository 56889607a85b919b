import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";

/** A project's tasks, or only those of one template. */
type Scope = { projectId: number; templateId?: number };

/**
 * Whether any task in scope is unfinished. Blocks new tasks until the transaction ends by locking the templates' rows,
 * which starting a task requires.
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
