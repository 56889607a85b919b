import { type PackedRows, packRows, unpackRows } from "@/components/table/packed-rows";
import { withSlimBuild } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskWithTpl } from "@/lib/queue/schema";
import { asksFirst } from "@/lib/template/rules/launch";
import type { Names, Template } from "@/lib/template/schema";

type Asking = Template & {
  /** Run asks for options first. */
  asks: boolean;
};

const FIELDS = [
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
  "recent_tasks",
  "asks",
] as const satisfies (keyof Asking)[];

const TASK_FIELDS = [
  "id",
  "project_id",
  "template_id",
  "status",
  "reason",
  "waiting_for",
  "created",
  "start",
  "end",
  "message",
  "tpl_type",
  "version",
  "incoming_version",
  "build_task",
  "user_name",
  "drift_check",
] as const satisfies (keyof TaskWithTpl)[];

type Listed = Pick<Asking, (typeof FIELDS)[number]>;
type LastTask = Pick<ReturnType<typeof withSlimBuild>, (typeof TASK_FIELDS)[number]>;

/** A template in the list. `last_task`: the one at work, or the newest; `behind`: a newer one waits. */
export type TemplateRow = Listed & { last_task: LastTask | null; behind: boolean };

/** The last tasks, stored next to the templates. */
export type PackedTemplates = {
  templates: PackedRows<Listed>;
  lastTasks: PackedRows<LastTask>;
  /** Ids of the templates with a newer task that waits. */
  behind: number[];
};

export function packTemplates(templates: Template[], mayManage: boolean): PackedTemplates {
  const tasks = templates.map(shownTask).filter((task) => task !== null);
  return {
    templates: packRows(
      templates.map((template) => ({ ...template, asks: asksFirst(template, mayManage) })),
      FIELDS,
    ),
    lastTasks: packRows(tasks.map(withSlimBuild).map(withOneTime), TASK_FIELDS),
    behind: templates.filter(({ current_task }) => current_task).map(({ id }) => id),
  };
}

/** Its row shows when a task started, or until then when it was created, and no parts of a second. */
const withOneTime = <Task extends Pick<LastTask, "created" | "start" | "end">>(task: Task): Task =>
  task.start
    ? { ...task, created: "", start: wholeSeconds(task.start), end: task.end && wholeSeconds(task.end) }
    : task;

const wholeSeconds = (time: string): string => time.replace(/\.\d+/, "");

/** What templates refer to. */
export type TemplateResources = Pick<Names, "inventories" | "environments" | "repositories">;
export type PackedResources = { [Kind in keyof TemplateResources]: PackedRows<TemplateResources[Kind][number]> };

export const packResources = ({ inventories, environments, repositories }: TemplateResources): PackedResources => ({
  inventories: packRows(inventories, ["id", "name"]),
  environments: packRows(environments, ["id", "name"]),
  repositories: packRows(repositories, ["id", "name"]),
});

export const unpackResources = ({ inventories, environments, repositories }: PackedResources): TemplateResources => ({
  inventories: unpackRows(inventories),
  environments: unpackRows(environments),
  repositories: unpackRows(repositories),
});

export function unpackTemplates({ templates, lastTasks, behind }: PackedTemplates): TemplateRow[] {
  const last = new Map(unpackRows(lastTasks).map((task) => [task.template_id, task]));
  const waiting = new Set(behind);
  return unpackRows(templates).map((template) => ({
    ...template,
    last_task: last.get(template.id) ?? null,
    behind: waiting.has(template.id),
  }));
}

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

const shownTask = ({ current_task, last_task }: Template): TaskWithTpl | null => current_task ?? last_task;
