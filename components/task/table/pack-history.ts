import { packRows } from "@/components/table/pack-rows";
import type { PackedRows } from "@/components/table/packed-rows";
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
