import { z } from "zod";
import { DriftItem, DriftStatus } from "@/lib/protocol/drift";
import { Failure } from "@/lib/protocol/failure";
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
  "recipient_gone",
  "internal",
]);
export type SendReason = z.infer<typeof SendReason>;

/** What a check, or a run after one, has changed about the drift of a template. */
export const AlertDrift = z.object({
  status: DriftStatus,
  workspace: z.string(),
  count: z.int(),
  /** The first ones. */
  items: z.array(DriftItem),
});
export type AlertDrift = z.infer<typeof AlertDrift>;

/** What a run of a workflow asks people to decide. */
export const AlertApproval = z.object({
  node: z.string(),
  text: z.string(),
  /** Key of the node; alerts that an older server queued have none. */
  key: z.string().optional(),
});
export type AlertApproval = z.infer<typeof AlertApproval>;

/** A run of a schedule that started no task: `missed` if it came too late, `failed` if its task was refused. */
export const AlertSchedule = z.object({
  id: z.int(),
  name: z.string(),
  outcome: z.enum(["missed", "failed"]),
  due: z.string(),
  /** What the history of the schedule says beside the outcome. */
  detail: z.string(),
  /** It starts a task for new commits only; alerts that an older server queued do not say. */
  commit_check: z.boolean().optional(),
});
export type AlertSchedule = z.infer<typeof AlertSchedule>;

/** A deploy that should have started by itself, and was refused. */
export const AlertAutorun = z.object({
  /** The build, or deploy, that succeeded before. */
  task_id: z.int(),
  /** Why it was refused. */
  detail: z.string(),
});

const subject = {
  project: z.object({ id: z.int(), name: z.string() }),
  template: z.object({ id: z.int(), name: z.string() }),
};

const ScheduleAlert = z.object({ ...subject, task: z.null(), schedule: AlertSchedule });
export type ScheduleAlert = z.infer<typeof ScheduleAlert>;

/** `template`: that of the deploy. */
const AutorunAlert = z.object({ ...subject, task: z.null(), autorun: AlertAutorun });
export type AutorunAlert = z.infer<typeof AutorunAlert>;

const TaskAlert = z.object({
  ...subject,
  /** Only there if the alert is about drift; the task is then the one that found it. */
  drift: AlertDrift.optional(),
  /** Only there if the task is a run that waits for a decision. */
  approval: AlertApproval.optional(),
  task: z.object({
    id: z.int(),
    status: TaskStatus,
    reason: TaskReason.nullable(),
    /** Why it failed, if its log tells. */
    failure: Failure.nullish(),
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
export type TaskAlert = z.infer<typeof TaskAlert>;

/**
 * The subject of an alert: a task as it was when its status changed, or a schedule or an autorun that started none. The
 * webhook sends exactly this.
 */
export const Alert = z.union([TaskAlert, ScheduleAlert, AutorunAlert]);
export type Alert = z.infer<typeof Alert>;
