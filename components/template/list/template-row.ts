import { type PackedRows, packRows, unpackRows } from "@/components/table/packed-rows";
import { withSlimBuild } from "@/components/task/table/task-row";
import type { TaskWithTpl } from "@/lib/queue/schema";
import type { Template } from "@/lib/template/schema";

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
] as const satisfies (keyof Template)[];

const TASK_FIELDS = [
  "id",
  "project_id",
  "template_id",
  "status",
  "reason",
  "waiting_for",
  "created",
  "start",
  "message",
  "tpl_type",
  "version",
  "incoming_version",
  "build_task",
  "user_name",
  "drift_check",
] as const satisfies (keyof TaskWithTpl)[];

type Listed = Pick<Template, (typeof FIELDS)[number]>;
type LastTask = Pick<ReturnType<typeof withSlimBuild>, (typeof TASK_FIELDS)[number]>;

/** A template in the list. */
export type TemplateRow = Listed & { last_task: LastTask | null };

/** The last tasks, stored next to the templates. */
export type PackedTemplates = { templates: PackedRows<Listed>; lastTasks: PackedRows<LastTask> };

export function packTemplates(templates: Template[]): PackedTemplates {
  const tasks = templates.flatMap(({ last_task }) => (last_task ? [withSlimBuild(last_task)] : []));
  return { templates: packRows(templates, FIELDS), lastTasks: packRows(tasks, TASK_FIELDS) };
}

export function unpackTemplates({ templates, lastTasks }: PackedTemplates): TemplateRow[] {
  const last = new Map(unpackRows(lastTasks).map((task) => [task.template_id, task]));
  return unpackRows(templates).map((template) => ({ ...template, last_task: last.get(template.id) ?? null }));
}
