import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, notFound } from "@/lib/operation/errors";
import { runUsing } from "@/lib/project/used-tasks";

/** Deletes a task with its log, and those that it started as a workflow; clears references to it as a build or as a template's last task. */
export async function deleteTask(tx: Db, projectId: number, taskId: number): Promise<void> {
  const inProject = eq(tasks.project_id, projectId);
  const going = withDescendants(taskId);
  await tx
    .update(tasks)
    .set({ build_task_id: null })
    .where(and(inProject, sql`${tasks.build_task_id} in ${going}`));
  await tx
    .update(templates)
    .set({
      last_task_id: sql`(select max(id) from ${tasks} where template_id = ${templates.id} and id not in ${going})`,
    })
    .where(and(eq(templates.project_id, projectId), sql`${templates.last_task_id} in ${going}`));
  await tx.delete(tasks).where(and(inProject, eq(tasks.id, taskId)));
}

/** Locks what deleting a task would delete; fails if that has just been deleted, or if an unfinished run is around it, or may read its results. */
export async function lockUnused(tx: Db, taskId: number): Promise<void> {
  if (!(await lockWithDescendants(tx, taskId))) throw notFound();
  const [run] = await tx.execute<{ id: number }>(runUsing(withDescendants(taskId)));
  if (run) throw new AppError("conflict", { key: "usedByRun", params: { task: run.id } });
}

/**
 * Until the transaction ends, no run can come to name one of these tasks; which one does already is to be read afterwards.
 * False: there are none.
 */
export async function lockWithDescendants(tx: Db, taskId: number): Promise<boolean> {
  const members = withDescendants(taskId);
  // First, as where tasks start: a run that is resumed takes its template before the tasks that it keeps.
  await tx.execute(sql`
    select id from ${templates} where id in (select template_id from ${tasks} where id in ${members}) and last_task_id in ${members}
    order by id for no key update`);
  const locked = await tx.execute(sql`select id from ${tasks} where id in ${members} order by id for update`);
  return locked.length > 0;
}

/** The task with all that it started as a workflow, also through other workflows. */
export const withDescendants = (taskId: number | typeof tasks.id): SQL => sql`(
  with recursive members as (
    select ${taskId}::int as id
    union all
    select child.id from ${tasks} as child join members on child.parent_task_id = members.id)
  select id from members)`;
