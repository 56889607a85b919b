import { type PackedRows, packRows } from "@/components/table/packed-rows";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";

const HISTORY_FIELDS = [
  "id",
  "project_id",
  "template_id",
  "tpl_alias",
  "tpl_app",
  "tpl_type",
  "status",
  "reason",
  "waiting_for",
  "start",
  "end",
  "message",
  "version",
  "incoming_version",
  "build_task",
  "user_name",
  "integration_id",
  "schedule_id",
  "drift_check",
  "autorun",
  "build_task_id",
  "stopped_by_name",
  "plan",
] as const satisfies (keyof TaskWithTpl)[];

/** A task in the history. */
export type HistoryRow = Pick<ReturnType<typeof withSlimBuild>, (typeof HISTORY_FIELDS)[number]>;

export const packHistory = (tasks: TaskWithTpl[]): PackedRows<HistoryRow> =>
  packRows(tasks.map(withSlimBuild), HISTORY_FIELDS);

/** A list only needs the build's name. */
const slimBuild = ({ build_task: build }: TaskWithTpl) => build && { id: build.id, version: build.version };

const withSlimBuild = (task: TaskWithTpl) => ({ ...task, build_task: slimBuild(task) });

export type LiveTask = Pick<TaskWithTpl, "id" | "status">;

/** Applies an update to the task; a finished one stays as it is, because older updates may arrive late. */
export function patchTask<Row extends LiveTask>(task: Row, update: TaskUpdate): Row {
  if (task.id !== update.task_id || (isFinal(task.status) && !isFinal(update.status))) return task;
  const { status, reason, start, end, version, commit_hash, commit_message } = update;
  return { ...task, status, reason, start, end, version, commit_hash, commit_message };
}
