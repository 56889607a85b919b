import type { Db } from "@/db/client";
import { sendLast } from "@/db/session";
import { announceAll } from "@/lib/operation/announce";
import { toAppError } from "@/lib/operation/errors";
import { Job } from "@/lib/protocol/job";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { Phase } from "@/lib/protocol/runner";
import { UndecryptableError } from "@/lib/secret/seal";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import { type Begin, beginTask } from "@/lib/task/attempt/begin";
import { endTask } from "@/lib/task/attempt/end";
import { type JobParts, jobOf, ResourceDeletedError, readJobParts } from "@/lib/task/attempt/job";
import { attemptOver } from "@/lib/task/attempt/open-attempts";
import { keepDigests } from "@/lib/task/compare/secrets";
import type { TaskRow } from "@/lib/task/transition";

type Begun = { task: TaskRow; parts?: JobParts };

/**
 * Begins the attempt and reads what its job needs, with the commit. What cannot be read must not undo the beginning: handed out
 * without it, the task ends, instead of being offered for ever.
 */
export async function beginAttempt(db: Db, runnerId: number, taskId: number, begin: Begin): Promise<Begun> {
  try {
    const { task, parts } = await db.transaction(async (tx) => {
      const begun = await beginTask(tx, runnerId, taskId, begin);
      const reading = readJobParts(tx, begun);
      sendLast(tx, reading);
      return { task: begun, parts: reading };
    });
    return { task, parts: await parts };
  } catch (error) {
    if (toAppError(error).code !== "internal") throw error;
    return { task: await db.transaction((tx) => beginTask(tx, runnerId, taskId, begin)) };
  }
}

/** The job of an attempt that has begun, from what has been read of it. If it cannot be made, the task ends. */
export async function handOut(db: Db, task: TaskRow, phase: Phase, parts?: JobParts): Promise<Job> {
  try {
    const job = Job.parse(await jobOf(db, task, phase, parts));
    await keepDigests(db, job);
    return job;
  } catch (error) {
    if (toAppError(error).code === "unavailable") throw error;
    // Asking again would fail every time: the task can never run.
    await giveUp(db, task, error);
    throw attemptOver();
  }
}

/** Ends a task that its runner cannot be given, or report of: the cause is ours, and lasts. */
export async function giveUp(db: Db, { id, attempt }: Pick<TaskRow, "id" | "attempt">, cause: unknown): Promise<void> {
  log.error({ err: cause, task: id }, "a task cannot go on");
  const failed = await db.transaction((tx) => endTask(tx, "fail", { taskId: id, attempt }, reasonOf(cause)));
  if (failed) announceAll(db, taskChanged(failed));
}

function reasonOf(cause: unknown): TaskReason {
  if (cause instanceof UndecryptableError) return "undecryptable";
  return cause instanceof ResourceDeletedError ? "resource_deleted" : "internal";
}
