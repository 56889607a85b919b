import { z } from "zod";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";

/** Alert channels, in the order in which they are shown. */
export const CHANNELS = [
  "email",
  "telegram",
  "slack",
  "rocketchat",
  "microsoft_teams",
  "dingtalk",
  "gotify",
  "webhook",
] as const;
export const Channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof Channel>;

/** Why an alert could not be sent. */
export const SendReason = z.enum([
  "timed_out",
  "unreachable",
  "address_refused",
  "login_refused",
  "bad_answer",
  "rejected",
  "not_configured",
  "internal",
]);
export type SendReason = z.infer<typeof SendReason>;

/** The subject of an alert: the task as it was when its status changed. The webhook sends exactly this. */
export const Alert = z.object({
  project: z.object({ id: z.int(), name: z.string() }),
  template: z.object({ id: z.int(), name: z.string() }),
  task: z.object({
    id: z.int(),
    status: TaskStatus,
    reason: TaskReason.nullable(),
    /** Who started it; null for schedules and integrations. */
    author: z.string().nullable(),
    /** For a build. */
    version: z.string().nullable(),
    /** The version of the build that a deploy uses. */
    incoming_version: z.string().nullable(),
    message: z.string(),
    commit_hash: z.string().nullable(),
    commit_message: z.string().nullable(),
    created: z.string(),
    start: z.string().nullable(),
    end: z.string().nullable(),
  }),
});
export type Alert = z.infer<typeof Alert>;
