import type { Db } from "@/db/client";
import { announceAll } from "@/lib/operation/announce";
import { toAppError } from "@/lib/operation/errors";
import { Job, type Phase } from "@/lib/protocol/runner";
import { UndecryptableError } from "@/lib/secret/seal";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import { jobOf } from "@/lib/task/attempt/begin";
import { endTask } from "@/lib/task/attempt/end";
import { attemptOver } from "@/lib/task/attempt/open-attempts";
import type { TaskRow } from "@/lib/task/transition";

/** The job of an attempt that has begun. If it cannot be made, the task ends. */
export async function handOut(db: Db, task: TaskRow, phase: Phase): Promise<Job> {
  try {
    return Job.parse(await jobOf(db, task, phase));
  } catch (error) {
    if (toAppError(error).code === "unavailable") throw error;
    // Asking again would fail again, for ever: the task can never run.
    log.error({ err: error, task: task.id }, "a task cannot be handed out");
    const reason = error instanceof UndecryptableError ? "undecryptable" : "internal";
    const failed = await db.transaction((tx) =>
      endTask(tx, "fail", { taskId: task.id, attempt: task.attempt }, reason),
    );
    if (failed) await announceAll(db, taskChanged(failed));
    throw attemptOver();
  }
}
