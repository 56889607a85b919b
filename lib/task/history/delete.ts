import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";

/** Deletes a task with its log; what pointed at it as its build or last task points nowhere afterwards. */
export async function deleteTask(tx: Db, projectId: number, taskId: number): Promise<void> {
  const inProject = eq(tasks.project_id, projectId);
  await tx
    .update(tasks)
    .set({ build_task_id: null })
    .where(and(inProject, eq(tasks.build_task_id, taskId)));
  await tx
    .update(templates)
    .set({ last_task_id: sql`(select max(id) from ${tasks} where template_id = ${templates.id} and id <> ${taskId})` })
    .where(and(eq(templates.project_id, projectId), eq(templates.last_task_id, taskId)));
  await tx.delete(tasks).where(and(inProject, eq(tasks.id, taskId)));
}
