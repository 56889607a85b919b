import type { SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Transition } from "@/lib/protocol/status";
import { closeTasks, type EndReason, NOTHING_TOLD } from "@/lib/task/attempt/close";
import type { TaskRef, TaskRow } from "@/lib/task/transition";
import { advanceRuns } from "@/lib/task/workflow/advance";

/** Ends a task, and starts what follows it. Null when it was over already. */
export async function endTask(
  tx: Db,
  name: Transition,
  ref: TaskRef,
  reason: EndReason,
  told = NOTHING_TOLD,
): Promise<TaskRow | null> {
  const [task] = await endTasks(tx, name, ref, reason, told);
  return task ?? null;
}

/**
 * The same for many, with as many statements. The runs that they belong to go on in the same transaction, so that no crash
 * can lose a step; what that starts and ends is announced with the commit.
 */
export async function endTasks(
  tx: Db,
  name: Transition,
  which: TaskRef | SQL,
  reason: EndReason,
  told = NOTHING_TOLD,
): Promise<TaskRow[]> {
  const ended = await closeTasks(tx, name, which, reason, told);
  await advanceRuns(tx, { ended });
  return ended;
}
