import type { Db } from "@/db/client";
import type { NewTaskInput } from "@/lib/task/schema";
import { enqueueTasks, type Started, taskOf } from "@/lib/task/start/enqueue";
import type { NewTask, Trigger } from "@/lib/task/start/new-task";
import { isRun, type TaskRow } from "@/lib/task/transition";
import { advanceRuns } from "@/lib/task/workflow/advance";

/** Starts one task, like `createTasks`. Throws if it cannot start. */
export async function createTask(tx: Db, projectId: number, input: NewTaskInput, trigger: Trigger): Promise<TaskRow> {
  const [started] = await createTasks(tx, [{ projectId, input, trigger }]);
  return taskOf(started);
}

/** The task that was started as the API shows it. */
export const startedReply = (task: TaskRow) => ({
  ...task,
  commit_message: task.commit_message ?? "",
  secret: "{}" as const,
});

/** Queues tasks as `enqueueTasks` does; runs of workflows begin at once. Call in a transaction; announce afterwards. */
export async function createTasks<Of extends NewTask>(tx: Db, wanted: Of[]): Promise<Started<Of>[]> {
  const started = await enqueueTasks(tx, wanted);
  const runs = started.flatMap((one) => ("task" in one && isRun(one.task) ? one.task.id : []));
  if (runs.length > 0) await advanceRuns(tx, { runs });
  return started;
}
