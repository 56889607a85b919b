import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { isBusy } from "@/lib/queue/candidates";
import type { TemplateRow } from "@/lib/task/start/new-task";
import { type TaskRow, transitionAll } from "@/lib/task/transition";
import { lockRuns } from "@/lib/task/workflow/run";

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

async function openOf(tx: Db, templateId: number, isParallel: boolean): Promise<TaskRow[]> {
  const isWaiting = and(eq(tasks.template_id, templateId), eq(tasks.status, "waiting"));
  const others = sql`exists (select from ${tasks} as busy where busy.template_id = ${templateId} and ${isBusy})`;
  for (;;) {
    const found = await tx
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(isWaiting, isParallel ? undefined : sql`not ${others}`))
      .orderBy(tasks.id)
      .limit(isParallel ? MOST_AT_ONCE : 1);
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return [];
    await lockRuns(tx, ids);
    const opened = await transitionAll(tx, "open", isOneOf(tasks.id, ids), { start: sql`now()` });
    // None, if they were stopped before the lock was free.
    if (opened.length > 0) return opened;
  }
}
