import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { inventories } from "@/db/schema/inventories";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, inUse } from "@/lib/operation/errors";
import { lockUnfinishedTasks } from "@/lib/project/unfinished";
import { clearReferences, refuseUsedTasks, tasksOf } from "@/lib/project/used-tasks";
import { isTemplate, lockTemplateChanges, templatesBuiltFrom } from "@/lib/template/store";
import { runNaming, workflowsRunning } from "@/lib/template/workflow";

/**
 * Deletes a template with its tasks, logs, schedules and integrations. Returns its name; null if there is none. Fails if one of its
 * tasks is unfinished, or if something else needs it or one of them.
 */
export async function deleteTemplateRows(db: Db, projectId: number, templateId: number): Promise<string | null> {
  await lockTemplateChanges(db, projectId);
  const busy = await lockUnfinishedTasks(db, { projectId, templateId });
  const users = [templatesBuiltFrom(db, projectId, templateId), workflowsRunning(db, projectId, templateId)];
  if ((await Promise.all(users)).flat().length > 0) throw inUse("templateInUse");
  if (busy) throw new AppError("conflict", { key: "templateHasTasks" });
  const run = await runNaming(db, projectId, templateId);
  if (run !== null) throw new AppError("conflict", { key: "templateUsedByRun", params: { task: run } });
  const going = tasksOf(templateId);
  await lockUnusedTasks(db, projectId, going);
  await clearReferences(db, projectId, going);
  await releaseWorkspaces(db, projectId, templateId);
  const [deleted] = await db
    .delete(templates)
    .where(isTemplate(projectId, templateId))
    .returning({ name: templates.name });
  return deleted?.name ?? null;
}

/** Locks the tasks, so that no run can come to name one; fails if something needs one of them. */
async function lockUnusedTasks(db: Db, projectId: number, ids: SQL): Promise<void> {
  await db.execute(sql`
    select count(*) from (select id from ${tasks} where id in ${ids} order by id for update) locked`);
  await refuseUsedTasks(db, projectId, ids);
}

/** Workspaces created for the template stay, without a holder. */
const releaseWorkspaces = (db: Db, projectId: number, templateId: number) =>
  db
    .update(inventories)
    .set({ holder_id: null })
    .where(and(eq(inventories.project_id, projectId), eq(inventories.holder_id, templateId)));
