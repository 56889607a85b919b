import { z } from "zod";
import { CAUSES } from "@/lib/protocol/failure";
import { PlanSummary, Stage } from "@/lib/protocol/runner";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";
import { isTimeZone } from "@/lib/protocol/time-zone";
import { TaskWithTpl } from "@/lib/queue/schema";

export const DashboardQuery = z.object({
  timezone: z.string().refine(isTimeZone).catch("UTC").describe("Time zone in which a day begins; UTC without it"),
});

/** A task that is at work, waits for a decision or failed. */
export const DashboardTask = z.object({
  id: z.int(),
  project_id: z.int(),
  template_id: z.int(),
  tpl_alias: z.string(),
  tpl_app: z.string(),
  tpl_type: z.enum(["", "build", "deploy"]),
  status: TaskStatus,
  reason: TaskReason.nullable(),
  message: z.string(),
  user_name: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  drift_check: z.boolean(),
  plan: PlanSummary.nullable(),
  /** For a confirmation of this plan and no other; null: its changes are only in the log. */
  plan_checksum: z.string().nullable(),
  /** Without a decision until then, its plan is rejected. */
  confirm_until: z.string().nullable(),
  /** The caller may confirm or reject it now. */
  may_decide: z.boolean(),
  stages: z.array(Stage),
  /** How many nodes the run of a workflow has, and how many of them have ended; null for other tasks. */
  nodes: z.object({ done: z.int(), all: z.int() }).nullable(),
  /** The first error line of a failed task's log; "" if its log has none. */
  error: z.string(),
  /** Why it failed, if that is known, and what the cause is about, such as the names of failed nodes. */
  cause: z.enum(CAUSES).nullable(),
  subject: z.string(),
});
export type DashboardTask = z.infer<typeof DashboardTask>;

/** How many tasks ended on a day, by result. */
export const DayCounts = z.object({
  /** When the day begins. */
  start: z.string(),
  success: z.int(),
  error: z.int(),
  stopped: z.int(),
});
export type DayCounts = z.infer<typeof DayCounts>;

export const Dashboard = z.object({
  /** Tasks that wait for the caller's decision, then those at work or waiting for another's, each the oldest first; not more than fit on a screen. */
  active: z.array(DashboardTask),
  /** How many tasks are at work or wait for a decision. */
  active_count: z.int(),
  /** How many tasks wait in the queue. */
  waiting_count: z.int(),
  /** The newest failed task of each template that has not succeeded since, newest first. */
  failed: z.array(DashboardTask),
  days: z.array(DayCounts),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const Overview = Dashboard.extend({
  /** The caller's projects, with the caller's permissions in each as a bit mask. */
  projects: z.array(z.object({ id: z.int(), name: z.string(), permissions: z.int() })),
  /** The newest tasks. */
  recent: z.array(TaskWithTpl),
});
export type Overview = z.infer<typeof Overview>;
