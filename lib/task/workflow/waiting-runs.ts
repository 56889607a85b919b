import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { isAtWork, tasks } from "@/db/schema/tasks";
import { workflowRuns } from "@/db/schema/workflows";
import type { TemplateRow } from "@/lib/task/start/new-task";
import { type TaskRow, transitionAll } from "@/lib/task/transition";

const MOST_AT_ONCE = 50;

/**
 * Opens runs that may begin now that others of their workflows have ended: the oldest, or all if the workflow allows parallel
 * ones. The workflows' templates are locked, so that no run is created beside it.
 */
export async function openWaiting(tx: Db, locked: readonly TemplateRow[]): Promise<TaskRow[]> {
  const opened: TaskRow[] = [];
  for (const { id, allow_parallel_tasks } of locked) opened.push(...(await openOf(tx, id, allow_parallel_tasks)));
  return opened;
}

/** A template may have become a workflow while ordinary tasks of it wait; runners take those. */
export const isWaitingRun = sql`status = 'waiting'
  and exists (select from ${workflowRuns} where ${workflowRuns.task_id} = ${tasks.id})`;

async function openOf(tx: Db, templateId: number, isParallel: boolean): Promise<TaskRow[]> {
  const isWaiting = and(eq(tasks.template_id, templateId), isWaitingRun);
  const others = sql`exists (select from ${tasks} where ${tasks.template_id} = ${templateId} and ${isAtWork})`;
  for (;;) {
    const found = await tx
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(isWaiting, isParallel ? undefined : sql`not ${others}`))
      .orderBy(tasks.id)
      .limit(isParallel ? MOST_AT_ONCE : 1);
    const ids = await lockFree(
      tx,
      found.map(({ id }) => id),
    );
    if (ids.length === 0) return [];
    const opened = await transitionAll(tx, "open", isOneOf(tasks.id, ids), { start: sql`now()` });
    // None, if they were stopped before they were locked.
    if (opened.length > 0) return opened;
  }
}

/**
 * Locks those of the runs that are free. A transaction that has one may wait for the templates locked here; if it ends the run, it
 * opens the next one itself.
 */
async function lockFree(tx: Db, taskIds: number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: workflowRuns.task_id })
    .from(workflowRuns)
    .where(isOneOf(workflowRuns.task_id, taskIds))
    .for("update", { skipLocked: true });
  return rows.map(({ id }) => id);
}
