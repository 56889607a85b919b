import { z } from "zod";
import { MAX_NOTIFICATIONS } from "@/lib/notification/rules";
import { IdParam, limitQuery } from "@/lib/operation/fields";
import { AlertAutorun, AlertSchedule, Channel, SendReason } from "@/lib/protocol/alert";
import { DriftStatus } from "@/lib/protocol/drift";
import { TaskStatus } from "@/lib/protocol/status-fields";

export const NotificationState = z.enum(["waiting", "sending", "retrying", "sent", "failed"]);
export type NotificationState = z.infer<typeof NotificationState>;

/** One alert to one recipient over one channel. */
export const Notification = z.object({
  id: z.int(),
  created: z.string(),
  /** Null, like the template and the task, for a test message. */
  project_id: z.int().nullable(),
  project_name: z.string().nullable(),
  template_id: z.int().nullable(),
  template_name: z.string().nullable(),
  task_id: z.int().nullable(),
  status: TaskStatus.nullable(),
  /** What the alert says if it is about drift. */
  drift: DriftStatus.nullable(),
  /** What the alert is about if a schedule, or an autorun, started no task. */
  schedule: AlertSchedule.pick({ id: true, name: true, outcome: true }).nullable(),
  autorun: AlertAutorun.pick({ task_id: true }).nullable(),
  channel: Channel,
  /** Masked, but recognizable; "" if the channel has only one destination. */
  recipient: z.string(),
  state: NotificationState,
  tries: z.int(),
  /** If pending: the time of the next attempt. */
  due_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  reason: SendReason.nullable(),
  detail: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** `before`: only smaller ids. */
export const NotificationQuery = z.object({
  limit: limitQuery(MAX_NOTIFICATIONS),
  before: IdParam.optional(),
  project_id: IdParam.optional(),
});
export type NotificationQuery = z.output<typeof NotificationQuery>;

export const NotificationParams = z.object({ notificationId: IdParam });

/** A channel that is set up; `target` is its host, for administrators. */
export const ConfiguredChannel = z.object({ channel: Channel, target: z.string().nullable() });
export type ConfiguredChannel = z.infer<typeof ConfiguredChannel>;

export const TestInput = z.object({ channel: Channel });
