import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { inventories } from "@/db/schema/inventories";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, inUse } from "@/lib/operation/errors";
import { lockUnfinishedTasks } from "@/lib/project/unfinished";
import { runUsing } from "@/lib/project/used-tasks";
import { isTemplate, lockTemplateChanges, templatesBuiltFrom } from "@/lib/template/store";
import { workflowsRunning } from "@/lib/template/workflow";

/**
 * Deletes a template with its tasks, logs, schedules and integrations. Returns its name; null if there is none. Fails if one of its
 * tasks is unfinished, or if another template builds from it.
 */
export async function deleteTemplateRows(db: Db, projectId: number, templateId: number): Promise<string | null> {
  await lockTemplateChanges(db, projectId);
  // Before its tasks, as where a run is resumed.
  await db.select({ id: templates.id }).from(templates).where(isTemplate(projectId, templateId)).for("update");
  const busy = await lockUnfinishedTasks(db, { projectId, templateId });
  const users = [templatesBuiltFrom(db, projectId, templateId), workflowsRunning(db, projectId, templateId)];
  if ((await Promise.all(users)).flat().length > 0) throw inUse("templateInUse");
  if (busy) throw new AppError("conflict", { key: "templateHasTasks" });
  await lockUnusedTasks(db, templateId);
  await clearReferences(db, projectId, templateId);
  const [deleted] = await db
    .delete(templates)
    .where(isTemplate(projectId, templateId))
    .returning({ name: templates.name });
  return deleted?.name ?? null;
}

/** Locks the template's tasks, so that no run can come to name one; fails if an unfinished run may read their results. */
async function lockUnusedTasks(db: Db, templateId: number): Promise<void> {
  await db.execute(sql`
    select count(*) from (select id from ${tasks} where template_id = ${templateId} order by id for update) locked`);
  const [run] = await db.execute<{ id: number }>(runUsing(sql`(${tasksOf(db, templateId)})`));
  if (run) throw new AppError("conflict", { key: "usedByRun", params: { task: run.id } });
}

const tasksOf = (db: Db, templateId: number) =>
  db.select({ id: tasks.id }).from(tasks).where(eq(tasks.template_id, templateId));

/**
 * Deploys of other templates keep their history without the build; workspaces created for the template stay, without a
 * holder.
 */
async function clearReferences(db: Db, projectId: number, templateId: number): Promise<void> {
  await db
    .update(tasks)
    .set({ build_task_id: null })
    .where(and(eq(tasks.project_id, projectId), inArray(tasks.build_task_id, tasksOf(db, templateId))));
  await db
    .update(inventories)
    .set({ holder_id: null })
    .where(and(eq(inventories.project_id, projectId), eq(inventories.holder_id, templateId)));
}
