import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/protocol/task";

type Patched = Pick<TaskWithTpl, "id" | "status" | "reason" | "start" | "end" | "version">;

/** The task with what an update says; a finished one stays as it is, however late an older update comes. */
export function patchTask<Row extends Patched>(task: Row, update: TaskUpdate): Row {
  if (task.id !== update.task_id || (isFinal(task.status) && !isFinal(update.status))) return task;
  const { status, reason, start, end, version, commit_hash, commit_message } = update;
  return { ...task, status, reason, start, end, version, commit_hash, commit_message };
}
