import { z } from "zod";
import {
  flag,
  IdParam,
  instant,
  keptIfAbsent,
  limitQuery,
  offsetQuery,
  optionalId,
  optionalText,
  ProjectParams,
  pageQuery,
  requiredId,
  requiredText,
  switchQuery,
  text,
  textQuery,
} from "@/lib/operation/fields";
import { CHANGING_STAGES } from "@/lib/protocol/app";
import { DriftReport } from "@/lib/protocol/drift";
import { Failure } from "@/lib/protocol/failure";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { isStorable } from "@/lib/protocol/json-text";
import { hasLongNumbers } from "@/lib/protocol/long-numbers";
import { MAX_SEARCH } from "@/lib/protocol/query";
import { RESULT_KINDS } from "@/lib/protocol/results";
import { HostResult, PlanSummary, Stage } from "@/lib/protocol/runner";
import { TASK_TRIGGERS } from "@/lib/protocol/status";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";
import { TaskWithTpl, WaitingFor } from "@/lib/queue/schema";
import { StateOutput } from "@/lib/state/schema";
import { AllParams, withoutParamTwins } from "@/lib/task/schema/params";
import { parseArguments } from "@/lib/template/rules";
import { words } from "@/lib/template/schema/task-params";

export const TaskParamsOfPath = ProjectParams.extend({ taskId: IdParam });

/** The text of an object of answers. */
const sentTexts = new WeakMap<object, string>();

/** The JSON text that a task's answers were sent as: clients compare it with what they get back. */
export const sentText = (answers: object): string => sentTexts.get(answers) ?? JSON.stringify(answers);

const answersText = () => text(256 * 1024);

/** JSON text of an object of survey answers; "" when there are none. What is stored may have numbers that lose digits. */
export const StoredAnswers = answersText().transform(readAnswers);

const answers = () =>
  answersText()
    .refine((value) => !hasLongNumbers(value), "numberTooLarge")
    .transform(readAnswers);

function readAnswers(value: string, context: z.RefinementCtx): Record<string, unknown> {
  const parsed = value.trim() === "" ? {} : parseJsonObject(value);
  if (parsed && isStorable(parsed)) {
    sentTexts.set(parsed, value);
    return parsed;
  }
  context.addIssue({ code: "custom", message: parsed ? "characterInvalid" : "answersNotJson" });
  return z.NEVER;
}

/** JSON text of an array of strings; null when there are none. */
const argumentList = () =>
  optionalText(64 * 1024).transform((value, context) => {
    const list = value === null ? [] : parseArguments(value);
    if (list) return list.length > 0 ? list : null;
    context.addIssue({ code: "custom", message: "argumentsNotJson" });
    return z.NEVER;
  });

/** A re-run posts the whole old task: whatever is not named here is ignored. */
export const NewTaskFields = z.object({
  template_id: requiredId("templateRequired"),
  message: text(2000),
  debug: flag(),
  dry_run: flag(),
  diff: flag(),
  playbook: text(1000),
  environment: answers(),
  secret: answers(),
  limit: text(1000),
  arguments: argumentList(),
  git_branch: text(255),
  commit_hash: text(64).refine((value) => value === "" || /^[0-9a-f]{7,64}$/.test(value), "commitInvalid"),
  build_task_id: optionalId(),
  inventory_id: optionalId(),
  environment_id: optionalId(),
  params: AllParams.nullish().transform((value) => value ?? {}),
});

/** A task that is posted again has what its plan would change here. */
const planFlag = () => z.union([flag(), z.object({}).transform(() => false)]);

/** POST tasks. What is in `params` counts beside it as well: without the tags the whole playbook would run, and a plan would apply. */
export const NewTaskInput = NewTaskFields.extend({
  /** Of a task that is posted again. */
  id: optionalId().optional(),
  tags: words(),
  skip_tags: words(),
  plan: planFlag(),
  auto_approve: flag(),
  destroy: flag(),
  drift_check: flag(),
}).transform(({ tags, skip_tags, plan, auto_approve, destroy, ...input }, context) =>
  withoutParamTwins(
    {
      ...input,
      params: {
        ...input.params,
        ...(tags && !input.params.tags && { tags }),
        ...(skip_tags && !input.params.skip_tags && { skip_tags }),
        ...(plan && { plan }),
        ...(auto_approve && { auto_approve }),
        ...(destroy && { destroy }),
      },
    },
    context,
  ),
);
export type NewTaskInput = z.output<typeof NewTaskInput>;
export type NewTaskBody = z.input<typeof NewTaskInput>;

export const StopInput = z
  .object({ force: flag() })
  .nullish()
  .transform((value) => value ?? { force: false });

/**
 * The checksum is that of the plan that was looked at. Without the field, whatever plan waits is meant; an empty one is what
 * a script sends whose variable was not set.
 */
export const ConfirmInput = z
  .object({ plan_checksum: keptIfAbsent(requiredText("planChecksumRequired", 64)) })
  .nullish()
  .transform((value) => value ?? {});

/**
 * Windows of a log; without a limit the whole of it, as Semaphore's clients expect. With `search`, or with `errors`, not
 * the lines but where they are: those next to line `near`, looked for from line `from` on.
 */
export const OutputQuery = z.object({
  from: offsetQuery().describe("First line, counted from 0"),
  limit: limitQuery(5000).describe("How many lines, at most 5000; all of them without it"),
  search: textQuery(500).min(1).optional().catch(undefined).describe("Answers where this text is"),
  case: switchQuery().catch(false).describe("Tells capital letters from small ones"),
  regex: switchQuery().catch(false).describe("`search` is a regular expression of Postgres"),
  errors: switchQuery().catch(false).describe("Answers where the errors are"),
  near: offsetQuery().describe("Of the lines found, those next to this one"),
});

export const OutputLine = z.object({
  id: z.int(),
  task_id: z.int(),
  task: z.literal(""),
  time: z.string(),
  output: z.string(),
});
export type OutputLine = z.infer<typeof OutputLine>;
export const OutputLines = z.array(OutputLine);
export type OutputLines = z.infer<typeof OutputLines>;

/** Lines that were found. `lines` are consecutive ones, after `skipped` others; `until` is how long the log was then. */
export const LogHits = z.object({ count: z.int(), skipped: z.int(), lines: z.array(z.int()), until: z.int() });
export type LogHits = z.infer<typeof LogHits>;

/** One task with what the log dialog shows. */
export const TaskDetail = TaskWithTpl.extend({
  /** The workflow that started it, by its name. */
  parent_name: z.string().nullable(),
  log_lines: z.int(),
  runner_name: z.string().nullable(),
  /** When the runner was last heard of. */
  last_heard: z.string().nullable(),
  /** Checksum of the plan whose changes are listed; null: they are only in the log. */
  plan_checksum: z.string().nullable(),
  /** What a check found; null for any other task, and while nothing is found yet. */
  drift: DriftReport.nullable(),
  hosts: z.array(HostResult).nullable(),
  /** Why it failed; null for any other task, and if its log does not tell. */
  failure: Failure.nullable(),
  /** Exit code of its program; null: it has not ended by itself. */
  exit_code: z.int().nullable(),
  /** After so long it is stopped; 0: never. */
  timeout_seconds: z.int(),
  /** For a failed task, the newest successful one of its template before it. */
  last_success: z.object({ id: z.int(), end: z.string() }).nullable(),
  /** What a comparison takes unless another task is named; null: it is the first run of its template. */
  compare_with: z.int().nullable(),
  stages: z.array(Stage),
  /** What it left beside its log. */
  results: z.array(z.enum(RESULT_KINDS)),
  confirm_until: z.string().nullable(),
  /** What it works on, and the number of the version that was the newest when it ended; null: its application keeps none. */
  state: z.object({ id: z.int(), workspace: z.string(), version: z.int().nullable() }).nullable(),
  /** What it gives to what follows it, those of that version included; a sensitive one has no value. */
  outputs: z.array(StateOutput),
});
export type TaskDetail = z.infer<typeof TaskDetail>;

/** A stage as Semaphore's later releases list it, and by its own name; the outputs are ids of log lines. */
export const TaskStage = z.object({
  id: z.int(),
  task_id: z.int(),
  type: z.enum(["init", "terraform_plan", "running"]),
  name: z.string(),
  start: z.string(),
  end: z.string().nullable(),
  start_output_id: z.int(),
  /** Null: the stage still runs, or it is the last one. */
  end_output_id: z.int().nullable(),
  /** What a plan would change; null for other stages. */
  result: PlanSummary.nullable(),
});
export type TaskStage = z.infer<typeof TaskStage>;

/** By the names that the runner gives its stages; all others prepare something. */
const STAGE_TYPES: ReadonlyMap<string, TaskStage["type"]> = new Map([
  ["plan", "terraform_plan"],
  ["preview", "terraform_plan"],
  ...[...CHANGING_STAGES].map((name) => [name, "running"] as const),
]);

export const stagesOf = ({ id: task_id, stages, plan }: Pick<TaskDetail, "id" | "stages" | "plan">): TaskStage[] =>
  stages.map(({ name, first_line, start, end }, index) => {
    const type = STAGE_TYPES.get(name) ?? "init";
    const next = stages[index + 1];
    return {
      id: index + 1,
      task_id,
      type,
      name,
      start,
      end,
      start_output_id: first_line,
      end_output_id: next ? Math.max(first_line, next.first_line - 1) : null,
      result: type === "terraform_plan" ? plan : null,
    };
  });

/** A text to filter by. */
const shortText = () => textQuery(MAX_SEARCH).optional();

/** A filter that cannot be read is refused: without it, the list would hold what was not asked for. */
export const TaskListQuery = pageQuery().extend({
  after: IdParam.optional().describe("Only what is newer than the one with this id: the oldest of these"),
  status: TaskStatus.or(z.literal("").transform(() => undefined))
    .optional()
    .describe("Only tasks with this status"),
  search: shortText().describe("Only tasks with all these words in number, template, message, user or version"),
  template_id: IdParam.optional().describe("Only tasks of this template"),
  user_id: IdParam.optional().describe("Only tasks that this user started"),
  trigger: z.enum(TASK_TRIGGERS).optional().describe("Only tasks that were started this way"),
  since: instant().optional().describe("Only tasks that were created at this time or later; with a time zone"),
  until: instant().optional().describe("Only tasks that were created before this time; with a time zone"),
  version: shortText().describe("Only builds of this version, and their deploys"),
  children: switchQuery().describe("Also tasks that workflows started"),
});
export type TaskListQuery = z.output<typeof TaskListQuery>;

/** An unfinished task; what there is not is left out. */
export const ActiveTask = z.object({
  task_id: z.int(),
  project_id: z.int(),
  project_name: z.string().optional(),
  template_id: z.int(),
  template_name: z.string(),
  app: z.string(),
  created: z.string(),
  /** Null while it waits for its first start. */
  start: z.string().nullable(),
  status: TaskStatus,
  reason: TaskReason.nullable(),
  /** Null unless the task waits and something holds it up. */
  waiting_for: WaitingFor.nullable(),
  location: z.enum(["queue", "running"]),
  /** Who started it: the login name, and the name that screens show. */
  username: z.string().optional(),
  user_name: z.string().optional(),
  runner_id: z.int().optional(),
  runner_name: z.string().optional(),
});
export type ActiveTask = z.infer<typeof ActiveTask>;
