import type { SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { Transition } from "@/lib/protocol/status";
import { type EndReason, endTasksAlone, NO_REPORT } from "@/lib/task/attempt/end-alone";
import type { TaskRef, TaskRow } from "@/lib/task/transition";
import { advanceRuns } from "@/lib/task/workflow/advance";

/** Ends a task, and starts what follows it. Null when it was over already. */
export async function endTask(
  tx: Db,
  name: Transition,
  ref: TaskRef,
  reason: EndReason,
  report = NO_REPORT,
): Promise<TaskRow | null> {
  const [task] = await endTasks(tx, name, ref, reason, report);
  return task ?? null;
}

/**
 * Ends several tasks with as many statements as one, and starts what follows them. The runs that they belong to go on in the same transaction, so that no crash
 * can lose a step; what that starts and ends is announced with the commit.
 */
export async function endTasks(
  tx: Db,
  name: Transition,
  which: TaskRef | SQL,
  reason: EndReason,
  report = NO_REPORT,
): Promise<TaskRow[]> {
  const ended = await endTasksAlone(tx, name, which, reason, report);
  await advanceRuns(tx, { ended });
  return ended;
}
