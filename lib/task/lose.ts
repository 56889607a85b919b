import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts } from "@/db/schema/tasks";
import type { TaskReason } from "@/lib/protocol/status";
import { appendMarker } from "@/lib/task/append-log";
import { endTask } from "@/lib/task/finish";
import { type TaskRow, transition } from "@/lib/task/transition";

type AttemptRow = typeof taskAttempts.$inferSelect;

/** What the log says where it breaks off. */
const MARKERS: Partial<Record<TaskReason, string>> = {
  runner_lost: "signalbox: the runner is gone; the log ends here",
  runner_restarted: "signalbox: the runner was restarted; the log ends here",
};

/** Nothing ran yet: the task queues again, for any runner. */
export async function releaseAttempt(tx: Db, { task_id: taskId, attempt }: AttemptRow): Promise<TaskRow | null> {
  const task = await transition(tx, "release", { taskId, attempt }, { runner_id: null });
  if (!task) return null;
  await tx
    .update(taskAttempts)
    .set({ ended_at: sql`now()` })
    .where(and(eq(taskAttempts.task_id, taskId), eq(taskAttempts.attempt, attempt)));
  return task;
}

/** Something ran, and nobody can say how it ended: never a success, never run again. */
export async function loseAttempt(
  tx: Db,
  { task_id: taskId, attempt }: AttemptRow,
  reason: TaskReason,
): Promise<TaskRow | null> {
  // Read again and locked: the runner's last word may have arrived just now.
  const [current] = await tx
    .select()
    .from(taskAttempts)
    .where(
      and(eq(taskAttempts.task_id, taskId), eq(taskAttempts.attempt, attempt), sql`${taskAttempts.ended_at} is null`),
    )
    .for("update");
  if (!current) return null;
  const marker = MARKERS[reason];
  if (marker) await appendMarker(tx, current, marker);
  return endTask(tx, "fail", { taskId, attempt }, reason);
}
