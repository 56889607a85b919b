import type { withSlimBuild } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";
import { asksFirst } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

/** What the list shows of a template, but for its tasks. */
export const FIELDS = [
  "id",
  "project_id",
  "name",
  "description",
  "app",
  "type",
  "playbook",
  "inventory_id",
  "environment_id",
  "repository_id",
  "drift",
  "labels",
  "favorite",
] as const satisfies (keyof Template)[];

/** What it shows of a task, but for its times and its build. */
export const TASK_FIELDS = [
  "id",
  "project_id",
  "template_id",
  "status",
  "reason",
  "waiting_for",
  "message",
  "tpl_type",
  "version",
  "incoming_version",
  "user_name",
  "drift_check",
] as const satisfies (keyof TaskWithTpl)[];

type Listed = Pick<Template, (typeof FIELDS)[number] | "recent_tasks"> & {
  /** Run asks for options first. */
  asks: boolean;
};
export type LastTask = Pick<
  ReturnType<typeof withSlimBuild>,
  (typeof TASK_FIELDS)[number] | "created" | "start" | "end" | "build_task"
>;

/** A template in the list. `last_task`: the one at work, or the newest; `behind`: a newer one waits. */
export type TemplateRow = Listed & { last_task: LastTask | null; behind: boolean };

export const templateRow = (template: Template, mayManage: boolean): TemplateRow => ({
  ...template,
  asks: asksFirst(template, mayManage),
  last_task: shownTask(template),
  behind: template.current_task !== null,
});

export const isAtWork = (status: TaskStatus): boolean => status !== "waiting" && !isFinal(status);

/** The row after a change of one of its tasks: a newer one is shown, unless it waits behind one at work. */
export function withTask(row: TemplateRow, task: LastTask): TemplateRow {
  const shown = row.last_task;
  if (!shown || shown.id === task.id) return { ...row, last_task: task };
  const [newer, older] = task.id > shown.id ? [task, shown] : [shown, task];
  if (newer.status === "waiting" && isAtWork(older.status)) return { ...row, last_task: older, behind: true };
  return { ...row, last_task: newer };
}

/** The row after a change of one of its newest tasks. */
export function withRecent(row: TemplateRow, { task_id: id, status, reason }: TaskUpdate): TemplateRow {
  const { recent_tasks: recent } = row;
  const isNew = recent.every((task) => task.id < id);
  const changed = recent.map((task) => (task.id === id ? { id, status, reason } : task));
  return { ...row, recent_tasks: isNew ? [{ id, status, reason }, ...recent].slice(0, RECENT_TASKS) : changed };
}

const RECENT_TASKS = 5;

export const shownTask = ({ current_task, last_task }: Template): TaskWithTpl | null => current_task ?? last_task;
