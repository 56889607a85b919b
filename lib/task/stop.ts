import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { AppError, notFound } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import { endTask } from "@/lib/task/attempt/finish";
import { isAttempt } from "@/lib/task/attempt/lock";
import { type TaskRow, transition } from "@/lib/task/transition";

/**
 * Stops a task: at once when no process runs, otherwise by asking its runner (`force` skips the grace period).
 * A finished task is refused and nothing changes.
 */
export async function stopTask(tx: Db, projectId: number, taskId: number, force: boolean): Promise<TaskRow> {
  const [task] = await tx
    .select({ id: tasks.id, attempt: tasks.attempt })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  if (!task) throw notFound();
  // The attempt before the task, in the same order as finish and begin, so that none waits for another in a circle.
  await askRunner(tx, { task_id: taskId, attempt: task.attempt }, force);
  const stopped =
    (await endTask(tx, "cancel", { taskId }, "stopped_by_user")) ?? (await transition(tx, "requestStop", { taskId }));
  if (!stopped) throw new AppError("invalid", { key: "taskFinished" });
  // Claimed and begun since it was read above: the newer attempt has to hear of it as well.
  if (stopped.attempt !== task.attempt) await askRunner(tx, { task_id: taskId, attempt: stopped.attempt }, force);
  return stopped;
}

/** A plain stop takes back no force that was asked for earlier. */
const askRunner = (tx: Db, ref: AttemptRef, force: boolean) =>
  tx
    .update(taskAttempts)
    .set({ stop_requested: force ? "kill" : sql`coalesce(${taskAttempts.stop_requested}, 'stop')` })
    .where(isAttempt(ref));

/** Lets a task that waits for a decision go on. */
export async function confirmTask(tx: Db, projectId: number, taskId: number): Promise<TaskRow> {
  const [task] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.id, taskId)));
  if (!task) throw notFound();
  const confirmed = await transition(tx, "confirm", { taskId }, { confirm_until: null });
  if (!confirmed) throw new AppError("invalid", { key: "taskNotWaitingConfirmation" });
  return confirmed;
}
