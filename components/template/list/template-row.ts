import type { TaskUpdate } from "@/lib/protocol/socket";
import { isAtWork } from "@/lib/protocol/status";
import { asksFirst } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";
import type { ListedTask, ListedTemplate } from "@/lib/template/schema/listed";

/** Fields of a template in the list, without its tasks. */
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
  "asks",
  "behind",
] as const satisfies (keyof ListedTemplate)[];

/** Fields of its last task, without the times and the build. */
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
] as const satisfies (keyof ListedTask)[];

/** The row of a template as the API lists it. */
export const templateRow = (template: Template, mayManage: boolean): ListedTemplate => ({
  ...template,
  asks: asksFirst(template, { mayManage }),
  last_task: template.current_task ?? template.last_task,
  behind: template.current_task !== null,
});

/** The row after a change of one of its tasks: a newer one is shown, unless it waits behind one at work. */
export function withTask(row: ListedTemplate, task: ListedTask): ListedTemplate {
  const shown = row.last_task;
  if (!shown || shown.id === task.id) return { ...row, last_task: task };
  const [newer, older] = task.id > shown.id ? [task, shown] : [shown, task];
  if (newer.status === "waiting" && isAtWork(older.status)) return { ...row, last_task: older, behind: true };
  return { ...row, last_task: newer };
}

/** The row after a change of one of its newest tasks. */
export function withRecent(row: ListedTemplate, { task_id: id, status, reason }: TaskUpdate): ListedTemplate {
  const { recent_tasks: recent } = row;
  const isNew = recent.every((task) => task.id < id);
  const changed = recent.map((task) => (task.id === id ? { id, status, reason } : task));
  return { ...row, recent_tasks: isNew ? [{ id, status, reason }, ...recent].slice(0, RECENT_TASKS) : changed };
}

const RECENT_TASKS = 5;
