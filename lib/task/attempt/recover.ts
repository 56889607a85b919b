import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts } from "@/db/schema/tasks";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { AttemptRef } from "@/lib/protocol/runner";
import { NOTE_PREFIX, RESTARTED_LINE } from "@/lib/protocol/runner-lines";
import { endTask } from "@/lib/task/attempt/end";
import { isAttempt, lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { closeLegacy } from "@/lib/task/legacy/log";
import { appendMarker } from "@/lib/task/log/append-log";
import { type TaskRow, transition } from "@/lib/task/transition";

/** Final log lines for each reason. */
const MARKERS: Partial<Record<TaskReason, string>> = {
  runner_lost: `${NOTE_PREFIX}the runner is gone; the log ends here`,
  runner_restarted: RESTARTED_LINE,
};

/**
 * Nothing ran yet, so the task is queued again, for any runner. `silent` is checked again, since its runner may just
 * have called.
 */
export async function releaseAttempt(tx: Db, ref: AttemptRef, silent?: SQL): Promise<TaskRow | null> {
  const attempt = await lockOpenAttempt(tx, ref, silent);
  if (!attempt || attempt.begun_at) return null;
  const { task_id: taskId } = attempt;
  const task = await transition(tx, "release", { taskId, attempt: attempt.attempt }, { runner_id: null });
  if (!task) return null;
  await tx.update(taskAttempts).set({ ended_at: sql`now()` }).where(isAttempt(attempt));
  return task;
}

/** Something ran, and its result is unknown: never a success, and never run again. `silent` is checked again. */
export async function loseAttempt(tx: Db, ref: AttemptRef, reason: TaskReason, silent?: SQL): Promise<TaskRow | null> {
  const attempt = await lockOpenAttempt(tx, ref, silent);
  if (!attempt) return null;
  const marker = MARKERS[reason];
  const complete = await closeLegacy(tx, attempt);
  if (marker) await appendMarker(tx, complete, marker);
  return endTask(tx, "fail", { taskId: attempt.task_id, attempt: attempt.attempt }, reason);
}
