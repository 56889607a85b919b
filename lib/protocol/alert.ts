import { z } from "zod";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";

/** The ways an alert can go out, in the order in which people are shown them. */
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

/** The subject of an alert: the task as it was when its status changed. The webhook sends it as it is. */
export const Alert = z.object({
  project: z.object({ id: z.int(), name: z.string() }),
  template: z.object({ id: z.int(), name: z.string() }),
  task: z.object({
    id: z.int(),
    status: TaskStatus,
    reason: TaskReason.nullable(),
    /** Who started it; null for schedules and integrations. */
    author: z.string().nullable(),
    /** Of a build. */
    version: z.string().nullable(),
    /** Of the build that a deploy deploys. */
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
