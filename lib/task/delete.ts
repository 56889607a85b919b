import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, found, notFound } from "@/lib/operation/errors";
import { clearReferences, refuseUsedTasks, withDescendants } from "@/lib/project/used-tasks";
import { isFinal } from "@/lib/protocol/status";
import { isTaskOf } from "@/lib/task/transition";

/** Deletes a task with its log, and those that it started as a workflow; clears references to it as a build or as a template's last task. */
export async function deleteTask(tx: Db, projectId: number, taskId: number): Promise<void> {
  await clearReferences(tx, projectId, membersOf(taskId));
  await tx.delete(tasks).where(isTaskOf(projectId, taskId));
}

/** Takes no lock, which would come before those of the task's templates: what has ended stays so. */
export async function requireFinished(tx: Db, projectId: number, taskId: number): Promise<void> {
  const [task] = await tx.select({ status: tasks.status }).from(tasks).where(isTaskOf(projectId, taskId));
  if (!isFinal(found(task).status)) throw new AppError("invalid", { key: "taskUnfinished" });
}

/** Locks what deleting a task would delete; fails if that has just been deleted, or if something needs it. */
export async function lockUnused(tx: Db, projectId: number, taskId: number): Promise<void> {
  if (!(await lockWithDescendants(tx, taskId))) throw notFound();
  await refuseUsedTasks(tx, projectId, membersOf(taskId));
}

/**
 * Locks a task and everything under it, so that until the transaction ends no run can start referring to one of them; read
 * existing references after this call. False if there is no such task.
 */
export async function lockWithDescendants(tx: Db, taskId: number): Promise<boolean> {
  const members = membersOf(taskId);
  // First, as where tasks start: a run that is resumed takes its template before the tasks that it keeps.
  await tx.execute(sql`
    select id from ${templates} where id in (select template_id from ${tasks} where id in ${members}) and last_task_id in ${members}
    order by id for no key update`);
  const locked = await tx.execute(sql`select id from ${tasks} where id in ${members} order by id for update`);
  return locked.length > 0;
}

export const membersOf = (taskId: number | typeof tasks.id): SQL => withDescendants(sql`select ${taskId}::int`);
