import { z } from "zod";
import { IdParam, limitQuery } from "@/lib/operation/fields";
import { Channel, SendReason } from "@/lib/protocol/alert";
import { TaskStatus } from "@/lib/protocol/status-fields";

export const NotificationState = z.enum(["waiting", "sending", "retrying", "sent", "failed"]);
export type NotificationState = z.infer<typeof NotificationState>;

/** One alert on its way to one recipient over one channel. */
export const Notification = z.object({
  id: z.int(),
  created: z.string(),
  /** Null, as the template and the task: a test message. */
  project_id: z.int().nullable(),
  project_name: z.string().nullable(),
  template_id: z.int().nullable(),
  template_name: z.string().nullable(),
  task_id: z.int().nullable(),
  status: TaskStatus.nullable(),
  channel: Channel,
  /** Not whole, but enough to recognise it; "" where the channel leads to one place only. */
  recipient: z.string(),
  state: NotificationState,
  tries: z.int(),
  /** Of one that waits: when it is tried next. */
  due_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  reason: SendReason.nullable(),
  detail: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

const MAX_PAGE = 200;

/** `before` is the id the page ends under. */
export const NotificationQuery = z.object({
  limit: limitQuery(MAX_PAGE),
  before: IdParam.optional(),
  project_id: IdParam.optional(),
});
export type NotificationQuery = z.output<typeof NotificationQuery>;

export const NotificationParams = z.object({ notificationId: IdParam });

/** A channel that is set up; `target` is the host it leads to, for administrators. */
export const ConfiguredChannel = z.object({ channel: Channel, target: z.string().nullable() });
export type ConfiguredChannel = z.infer<typeof ConfiguredChannel>;

export const TestInput = z.object({ channel: Channel });
