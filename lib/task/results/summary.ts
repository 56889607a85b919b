import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskSummaries } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { found } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import { lockAttempt } from "@/lib/task/attempt/open-attempts";
import { noteResult } from "@/lib/task/results";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

/** Stores the summary of an attempt that goes on, in place of an earlier one; returns the task, to announce it. */
export async function storeSummary(tx: Db, runnerId: number, ref: AttemptRef, text: string): Promise<TaskRow> {
  await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
  await tx
    .insert(taskSummaries)
    .values({ task_id: ref.task_id, text })
    .onConflictDoUpdate({ target: taskSummaries.task_id, set: { text } });
  const noted = await noteResult(tx, ref.task_id, "summary");
  if (noted) return noted;
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, ref.task_id));
  return found(task);
}

export async function readSummary(db: Db, projectId: number, taskId: number): Promise<{ text: string }> {
  const [row] = await db
    .select({ text: taskSummaries.text })
    .from(taskSummaries)
    .innerJoin(tasks, eq(tasks.id, taskSummaries.task_id))
    .where(isTaskOf(projectId, taskId));
  return found(row);
}
