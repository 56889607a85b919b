import { z } from "zod";
import { TaskReason, TaskStatus } from "@/lib/protocol/status";

export const Task = z.object({
  id: z.int(),
  template_id: z.int(),
  project_id: z.int(),
  status: TaskStatus,
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  playbook: z.string(),
  /** JSON text of the survey answers; "" when there are none. */
  environment: z.string(),
  limit: z.string(),
  secret: z.literal(""),
  /** JSON text of an array of strings. */
  arguments: z.string().nullable(),
  git_branch: z.string().nullable(),
  user_id: z.int().nullable(),
  integration_id: z.int().nullable(),
  schedule_id: z.int().nullable(),
  created: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  message: z.string(),
  commit_hash: z.string().nullable(),
  commit_message: z.string().nullable(),
  build_task_id: z.int().nullable(),
  version: z.string().nullable(),
  inventory_id: z.int().nullable(),
  reason: TaskReason.nullable(),
  log_lines: z.int(),
  runner_id: z.int().nullable(),
});
export type Task = z.infer<typeof Task>;

/** A task as lists show it, with what they say of its template, author and build. */
export const TaskWithTpl = Task.extend({
  tpl_playbook: z.string(),
  /** The template's name. */
  tpl_alias: z.string(),
  tpl_type: z.string(),
  tpl_app: z.string(),
  /** Display name; null when nobody started it, or the account is gone. */
  user_name: z.string().nullable(),
  /** The task whose result is deployed. */
  build_task: Task.nullable(),
});
export type TaskWithTpl = z.infer<typeof TaskWithTpl>;
