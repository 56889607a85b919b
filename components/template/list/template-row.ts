import type { TaskWithTpl } from "@/lib/protocol/task";
import type { Template } from "@/lib/template/schema";

type LastTask = Pick<
  TaskWithTpl,
  | "id"
  | "project_id"
  | "status"
  | "reason"
  | "waiting_for"
  | "created"
  | "start"
  | "end"
  | "message"
  | "tpl_type"
  | "version"
  | "incoming_version"
  | "user_name"
> & { build_task: { id: number; version: string | null } | null };

/** What the list shows of a template: with all of it, a page of hundreds would be three times as large. */
export type TemplateRow = Pick<
  Template,
  | "id"
  | "project_id"
  | "name"
  | "description"
  | "app"
  | "type"
  | "playbook"
  | "inventory_id"
  | "environment_id"
  | "repository_id"
> & { last_task: LastTask | null };

export function rowOf(template: Template): TemplateRow {
  const { id, project_id, name, description, app, type, playbook } = template;
  const { inventory_id, environment_id, repository_id, last_task } = template;
  return {
    ...{ id, project_id, name, description, app, type, playbook, inventory_id, environment_id, repository_id },
    last_task: last_task && lastTaskOf(last_task),
  };
}

export function lastTaskOf(task: TaskWithTpl): LastTask {
  const { id, project_id, status, reason, waiting_for, created, start, end, message, tpl_type } = task;
  const { version, incoming_version, user_name, build_task } = task;
  return {
    ...{ id, project_id, status, reason, waiting_for, created, start, end, message, tpl_type },
    ...{ version, incoming_version, user_name },
    build_task: build_task && { id: build_task.id, version: build_task.version },
  };
}
