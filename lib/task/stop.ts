import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { AppError, notFound } from "@/lib/operation/errors";
import { endTask } from "@/lib/task/finish";
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
  await tx
    .update(taskAttempts)
    .set({ stop_requested: force ? "kill" : "stop" })
    .where(and(eq(taskAttempts.task_id, taskId), eq(taskAttempts.attempt, task.attempt)));
  const stopped =
    (await endTask(tx, "cancel", { taskId }, "stopped_by_user")) ?? (await transition(tx, "requestStop", { taskId }));
  if (!stopped) throw new AppError("invalid", { key: "taskFinished" });
  return stopped;
}

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
