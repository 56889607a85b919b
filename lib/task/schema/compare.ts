import { z } from "zod";
import { IdParam } from "@/lib/operation/fields";
import { CommitInfo } from "@/lib/protocol/commits";
import { HostState } from "@/lib/protocol/events";
import { PlanAction } from "@/lib/protocol/plan";
import { PlanSummary } from "@/lib/protocol/runner";
import { TaskStatus } from "@/lib/protocol/status-fields";

export const CompareQuery = z.object({
  with: IdParam.optional().describe(
    "The task to compare with; without it the last success of the template before the task, or else the run before it",
  ),
});
export type CompareQuery = z.output<typeof CompareQuery>;

export const ComparedRun = z.object({
  id: z.int(),
  template_id: z.int(),
  template_name: z.string(),
  status: TaskStatus,
  start: z.string().nullable(),
  end: z.string().nullable(),
  commit_hash: z.string().nullable(),
  runner_name: z.string().nullable(),
});
export type ComparedRun = z.infer<typeof ComparedRun>;

/** What a run was given, by where it comes from. */
export const FIELD_SECTIONS = ["parameters", "template", "repository", "inventory", "environment"] as const;
export type FieldSection = (typeof FIELD_SECTIONS)[number];

/** A field that differs. Of a secret, and of what only members who can manage resources may read, both values are null. */
export const FieldChange = z.object({
  section: z.enum(FIELD_SECTIONS),
  name: z.string(),
  /** `unknown`: of a secret, because a run is of a version that kept no digests, or they are of different keys. */
  change: z.enum(["added", "removed", "changed", "unknown"]),
  secret: z.boolean(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For texts of several lines: a unified diff instead of the values. */
  diff: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

export const ComparedCommits = z.object({
  /** `unknown`: the runners did not report them, the repositories differ, or there are too many tasks between. */
  state: z.enum(["same", "listed", "unknown"]),
  /** Newest first. */
  added: z.array(CommitInfo),
  /** Commits that only the other run had. */
  removed: z.array(CommitInfo),
  /** There are more than these. */
  more: z.boolean(),
});
export type ComparedCommits = z.infer<typeof ComparedCommits>;

/** A host whose state differs; null: it was not part of the run. */
export const HostChange = z.object({
  host: z.string(),
  before: HostState.nullable(),
  after: HostState.nullable(),
  /** The first step that failed on it; "" if none did, or if only counts are known. */
  step: z.string(),
});
export type HostChange = z.infer<typeof HostChange>;

/** A resource that the plans treat differently; null: it is in one plan only. */
export const PlanDifference = z.object({
  address: z.string(),
  before: PlanAction.nullable(),
  after: PlanAction.nullable(),
});
export type PlanDifference = z.infer<typeof PlanDifference>;

/** Milliseconds; null: unknown, or it is in one run only. */
export const DurationChange = z.object({
  kind: z.enum(["total", "waited", "stage", "step"]),
  /** Name of the stage or step; "" for the others. */
  name: z.string(),
  before: z.int().nullable(),
  after: z.int().nullable(),
});
export type DurationChange = z.infer<typeof DurationChange>;

const SUSPECT_KINDS = ["commit", "inventory_gained", "hosts_gained", ...FIELD_SECTIONS, "runner"] as const;

/** A difference that may explain a failure. `names`: files of a commit, hosts, or fields of a section. */
export const Suspect = z.object({
  kind: z.enum(SUSPECT_KINDS),
  /** Hash of a commit; "" otherwise. */
  hash: z.string(),
  subject: z.string(),
  names: z.array(z.string()),
  /** How many names are left out. */
  more: z.int(),
});
export type Suspect = z.infer<typeof Suspect>;

const listOf = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item), more: z.int() });

/** How a run differs from another: `before` is the other one, `after` the task. */
export const TaskComparison = z.object({
  before: ComparedRun,
  after: ComparedRun,
  /** The first failed run since the other one succeeded; null unless the task failed and the other one did not. */
  failing_since: z.int().nullable(),
  /** The likeliest first. */
  suspects: z.array(Suspect),
  fields: z.array(FieldChange),
  commits: ComparedCommits,
  /** Null: not known of both. */
  hosts: listOf(HostChange).nullable(),
  plan: listOf(PlanDifference).extend({ before: PlanSummary.nullable(), after: PlanSummary.nullable() }).nullable(),
  durations: z.array(DurationChange),
});
export type TaskComparison = z.infer<typeof TaskComparison>;

/** A line of one log or of both, with its number in the log it is from (in the task's, if it is in both). */
export const ComparedLine = z.object({
  in: z.enum(["before", "after", "both"]),
  line: z.int(),
  output: z.string(),
});
export type ComparedLine = z.infer<typeof ComparedLine>;

/** The logs of two runs without what differs in every run. */
export const LogComparison = z.object({
  before: z.int(),
  after: z.int(),
  /** `too_long`, `too_different`: they are not compared line by line. */
  state: z.enum(["same", "different", "too_long", "too_different"]),
  /** Passages that differ, with lines around them. */
  passages: z.array(z.array(ComparedLine)),
  /** There are further differences. */
  more: z.boolean(),
});
export type LogComparison = z.infer<typeof LogComparison>;
