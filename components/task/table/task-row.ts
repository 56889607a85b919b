import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";

export type LiveTask = Pick<TaskWithTpl, "id" | "status">;

/** Applies an update to the task; a finished one stays as it is, because older updates may arrive late. */
export function patchTask<Row extends LiveTask>(task: Row, update: TaskUpdate): Row {
  if (task.id !== update.task_id || (isFinal(task.status) && !isFinal(update.status))) return task;
  const { status, reason, start, end, version, commit_hash, commit_message } = update;
  return { ...task, status, reason, start, end, version, commit_hash, commit_message };
}
