import { z } from "zod";
import {
  count,
  flag,
  IdParam,
  keptIfAbsent,
  limitQuery,
  nameText,
  optionalId,
  optionalInstant,
  optionalText,
  ProjectParams,
  requiredId,
  text,
} from "@/lib/operation/fields";
import { RefusalIssue } from "@/lib/protocol/refusal";
import { isTimeZone } from "@/lib/protocol/time-zone";
import { TaskParams } from "@/lib/queue/schema";
import { NewTaskFields } from "@/lib/task/schema";
import { withoutParamTwins } from "@/lib/task/schema/params";
import { CommitCheck } from "@/lib/template/schema";

export const OVERLAPS = ["queue", "skip"] as const;
const MODES = ["run", "check"] as const;
const MAX_CRON = 200;

/** The input of each run, as POST tasks accepts it. Replies hold only the names of secret answers. */
const ScheduledTask = z.object({
  message: z.string(),
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  playbook: z.string(),
  environment: z.string(),
  secret: z.literal(""),
  secret_names: z.array(z.string()),
  limit: z.string(),
  arguments: z.string().nullable(),
  git_branch: z.string(),
  commit_hash: z.string(),
  build_task_id: z.int().nullable(),
  inventory_id: z.int().nullable(),
  environment_id: z.int().nullable(),
  params: TaskParams,
});
export type ScheduledTask = z.infer<typeof ScheduledTask>;

export const Schedule = z.object({
  id: z.int(),
  project_id: z.int(),
  template_id: z.int(),
  name: z.string(),
  cron_format: z.string(),
  /** Null: the server's time zone. */
  timezone: z.string().nullable(),
  run_at: z.string().nullable(),
  active: z.boolean(),
  repository_id: z.int().nullable(),
  overlap: z.enum(OVERLAPS),
  /** `check`: each task looks for drift instead of running the template. */
  mode: z.enum(MODES),
  task_params: ScheduledTask,
  next_run_at: z.string().nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** Required survey variables that have no answer: the runs of the schedule are refused until it has one. */
const MissingAnswers = z.object({ missing_answers: z.array(z.string()) });
export const ScheduleReply = Schedule.extend(MissingAnswers.shape);
export type ScheduleReply = z.infer<typeof ScheduleReply>;
export const SavedSchedule = MissingAnswers;

export const ScheduleQuery = z.object({
  template_id: IdParam.optional().describe("Only schedules of this template"),
});

export const ScheduleWithTpl = ScheduleReply.extend({ tpl_name: z.string() });
export type ScheduleWithTpl = z.infer<typeof ScheduleWithTpl>;

/** Semaphore's later releases leave `run_at` out as well, unless the schedule runs once. */
export const SemaphoreSchedule = CommitCheck.extend({
  run_at: Schedule.shape.run_at.transform((time) => time ?? undefined).pipe(z.string().optional()),
});
export const SemaphoreScheduleWithTpl = SemaphoreSchedule.extend({ tpl_name: z.string() });

export const ScheduleParams = ProjectParams.extend({ scheduleId: IdParam });

const timezone = () => optionalText(64).refine((zone) => zone === null || isTimeZone(zone), "timezoneUnknown");

/** When to run: by cron expression, or once. */
const timing = { cron_format: text(MAX_CRON), timezone: timezone(), run_at: optionalInstant() };

export const TaskFields = NewTaskFields.omit({ template_id: true }).transform(withoutParamTwins);
export type TaskFields = z.output<typeof TaskFields>;

/** Undefined without a value: a client written in Go sends null for what it does not set. */
const ifSent = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

const overlap = ifSent(z.enum(OVERLAPS));
const mode = ifSent(z.enum(MODES));
const taskParams = ifSent(TaskFields);

/** A complete schedule. */
export const ScheduleInput = z.object({
  id: optionalId(),
  project_id: optionalId(),
  template_id: requiredId("templateRequired"),
  name: nameText(),
  ...timing,
  active: flag(),
  repository_id: optionalId(),
  overlap: overlap.transform((value) => value ?? "queue"),
  mode: mode.transform((value) => value ?? "run"),
  task_params: taskParams.transform((value) => value ?? TaskFields.parse({})),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

/** Clients of Semaphore, whose commit checks run in any case, leave it out of one. */
const activeIfSent = ifSent(z.boolean());

/** Without `active`, a commit check runs and any other schedule does not. */
export const NewSchedule = ScheduleInput.extend({ active: activeIfSent }).transform(
  ({ active, ...schedule }): ScheduleInput => ({ ...schedule, active: active ?? schedule.repository_id !== null }),
);

/** PUT replaces a schedule, except for secret answers that are not sent again and fields that only our clients know. */
export const ScheduleChanges = ScheduleInput.extend({
  active: activeIfSent,
  timezone: keptIfAbsent(timing.timezone),
  run_at: keptIfAbsent(timing.run_at),
  overlap,
  mode,
  task_params: taskParams,
});
export type ScheduleChanges = z.output<typeof ScheduleChanges>;

export const ActiveInput = z.object({ active: flag() });
export const CronInput = z.object({ cron_format: text(MAX_CRON) }).meta({ required: ["cron_format"] });

export const PreviewInput = z.object({
  ...timing,
  count: count(50).transform((value) => value || 5),
});

/**
 * Upcoming runs. `gap`: the planned time does not exist that day, so it runs right after; `repeated`: it occurs twice.
 */
export const Preview = z.object({
  timezone: z.string(),
  runs: z.array(z.object({ at: z.string(), clocks: z.enum(["gap", "repeated"]).nullable() })),
});
export type Preview = z.infer<typeof Preview>;

/** A due instant and its outcome; for missed runs and checks, one entry may cover all instants up to `until`. */
export const Fire = z.object({
  due_at: z.string(),
  until: z.string().nullable(),
  fired_at: z.string(),
  outcome: z.enum(["started", "unchanged", "missed", "skipped", "failed"]),
  reason: z.enum(["late", "superseded", "template_busy", "refused", "first_look", "check_failed", "broken"]).nullable(),
  detail: z.string(),
  /** Null unless the task was refused; then `detail` is their English text. */
  issues: z.array(RefusalIssue).nullable(),
  task_id: z.int().nullable(),
});
export type Fire = z.infer<typeof Fire>;

export const FireQuery = z.object({
  limit: limitQuery(500),
  /** Returns only earlier instants. */
  before: optionalInstant().transform((time) => time ?? undefined),
});
export type FireQuery = z.output<typeof FireQuery>;
