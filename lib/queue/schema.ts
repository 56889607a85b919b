import { z } from "zod";
import { PlanSummary } from "@/lib/protocol/runner";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";

/** Why a task still waits; the text for people is `waitingFor.<code>` in messages. */
export const WaitingFor = z.discriminatedUnion("code", [
  z.object({ code: z.literal("project_limit"), limit: z.int(), held_by: z.array(z.int()) }),
  z.object({ code: z.literal("template_busy"), held_by: z.array(z.int()) }),
  /** `holder`: who has locked the state without a task. */
  z.object({ code: z.literal("state_busy"), held_by: z.array(z.int()), holder: z.string().optional() }),
  z.object({ code: z.literal("template_order"), held_by: z.array(z.int()) }),
  z.object({ code: z.literal("no_runner") }),
  z.object({ code: z.literal("not_served") }),
  z.object({ code: z.literal("tagged_only") }),
  z.object({ code: z.literal("needs_own_runner") }),
  z.object({ code: z.literal("no_tool"), tool: z.string() }),
  z.object({ code: z.literal("no_tag"), tag: z.string() }),
  z.object({ code: z.literal("runner_outdated") }),
  z.object({ code: z.literal("no_capability"), capability: z.string() }),
  z.object({ code: z.literal("runners_draining") }),
  z.object({ code: z.literal("runners_full") }),
]);
export type WaitingFor = z.infer<typeof WaitingFor>;

/** The application's own switches for one task, as Semaphore's clients send them. */
export const TaskParams = z.object({
  plan: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  destroy: z.boolean().optional(),
  tags: z.string().max(1000).optional(),
  skip_tags: z.string().max(1000).optional(),
  skip_galaxy_install: z.boolean().optional(),
});
export type TaskParams = z.infer<typeof TaskParams>;

/** A task as Semaphore's clients know it, and a few fields more. Here, because templates show their last task and precede lib/task. */
export const Task = z.object({
  id: z.int(),
  template_id: z.int(),
  project_id: z.int(),
  status: TaskStatus,
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  playbook: z.string(),
  /** JSON text of the survey answers as it was sent, without secret ones; "" when there are none. */
  environment: z.string(),
  limit: z.string(),
  /** Never the secret answers: "{}" after creation, "" otherwise. */
  secret: z.enum(["{}", ""]),
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
  /** "" until the commit is known; null would not do for clients of Semaphore. */
  commit_message: z.string(),
  build_task_id: z.int().nullable(),
  /** The success of its build started it. */
  autorun: z.boolean(),
  version: z.string().nullable(),
  inventory_id: z.int().nullable(),
  /** Instead of the template's. */
  environment_id: z.int().nullable(),
  params: TaskParams,
  /** It looks for drift instead of running the template. */
  drift_check: z.boolean(),
  reason: TaskReason.nullable(),
  runner_id: z.int().nullable(),
  incoming_version: z.string().nullable(),
});
export type Task = z.infer<typeof Task>;

/** A task in a list: with its template, author and build. */
export const TaskWithTpl = Task.extend({
  tpl_playbook: z.string(),
  tpl_alias: z.string(),
  tpl_type: z.enum(["", "build", "deploy"]),
  tpl_app: z.string(),
  user_name: z.string().nullable(),
  build_task: Task.nullable(),
  /** Who stopped it or rejected its plan; null in the last task of a template. */
  stopped_by_name: z.string().nullable().default(null),
  /** Null unless the task waits and something holds it up. */
  waiting_for: WaitingFor.nullable().default(null),
  /** What its plan changes; null: it has none, and in the last task of a template. */
  plan: PlanSummary.nullable().default(null),
  /** The run of a workflow that started it, with the key of the node and, from 0, the item; null in the last task of a template. */
  parent_task_id: z.int().nullable().default(null),
  node_key: z.string().nullable().default(null),
  node_item: z.int().nullable().default(null),
});
export type TaskWithTpl = z.infer<typeof TaskWithTpl>;
