import { z } from "zod";
import { Task, TaskWithTpl } from "@/lib/queue/schema";
import { Names, Template } from "@/lib/template/schema";

/** What the list of templates shows of a task. */
export const ListedTask = TaskWithTpl.pick({
  id: true,
  project_id: true,
  template_id: true,
  status: true,
  reason: true,
  waiting_for: true,
  message: true,
  tpl_type: true,
  version: true,
  incoming_version: true,
  user_name: true,
  drift_check: true,
  created: true,
  start: true,
  end: true,
}).extend({ build_task: Task.pick({ id: true, version: true }).nullable() });
export type ListedTask = z.infer<typeof ListedTask>;

export const ListedTemplate = Template.pick({
  id: true,
  project_id: true,
  name: true,
  description: true,
  app: true,
  type: true,
  playbook: true,
  inventory_id: true,
  environment_id: true,
  repository_id: true,
  labels: true,
  drift: true,
  favorite: true,
  recent_tasks: true,
}).extend({
  /** Run asks the caller for options first. */
  asks: z.boolean(),
  /** The task at work, or the newest. */
  last_task: ListedTask.nullable(),
  /** A newer task waits behind that one. */
  behind: z.boolean(),
});
export type ListedTemplate = z.infer<typeof ListedTemplate>;

/** All that the screen of the list needs. */
export const TemplateList = Names.omit({ templates: true }).extend({ templates: z.array(ListedTemplate) });
export type TemplateList = z.infer<typeof TemplateList>;
