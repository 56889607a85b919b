import { z } from "zod";
import {
  count,
  flag,
  IdParam,
  nameText,
  optionalId,
  ProjectParams,
  requiredName,
  requiredTrimmedText,
  text,
  trimmedText,
  withLimit,
} from "@/lib/operation/fields";
import { MAX_INT } from "@/lib/operation/id";
import { MAX_PARALLEL_TASKS, MAX_TAG_LENGTH, MAX_TAGS, RunnerTools } from "@/lib/protocol/runner";

/** A runner counts as connected if it polled or sent a heartbeat within this time. */
export const CONNECTED_SECONDS = 60;

/** A URL to which a runner may report its tasks; "" means none. */
const isWebhook = (url: string): boolean =>
  url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));

export const Runner = z.object({
  id: z.int(),
  /** The project that the runner belongs to and serves alone; null: `project_ids` holds the projects served. */
  project_id: z.int().nullable(),
  name: z.string(),
  webhook: z.string(),
  /** 0: no limit. */
  max_parallel_tasks: z.int(),
  /** If off, it finishes its tasks and gets no new ones. */
  active: z.boolean(),
  /** Accepts no new tasks until it is resumed or restarted. */
  draining: z.boolean(),
  /** Templates can ask for a runner with one of these tags. */
  tags: z.array(z.string()),
  /** The first tag. */
  tag: z.string(),
  /** Accepts only tasks whose template asks for one of its tags. */
  tagged_only: z.boolean(),
  /** The projects whose tasks it accepts; null: all. */
  project_ids: z.array(z.int()).nullable(),
  version: z.string(),
  hostname: z.string(),
  /** Its programs and their versions. */
  tools: RunnerTools,
  /** Folders on its machine that local repositories may be in; null: any. */
  local_folders: z.array(z.string()).nullable(),
  created: z.string(),
  last_seen: z.string().nullable(),
  connected: z.boolean(),
  /** Number of tasks it is running. */
  running: z.int(),
  /** Started by the server itself. */
  local: z.boolean(),
  /** A runner of Semaphore UI, which cannot do everything that ours can. */
  legacy: z.boolean(),
  /** When it was last asked to remove its stored repositories and requirements. */
  cleaning_requested: z.string().nullable(),
});
export type Runner = z.infer<typeof Runner>;

/** Settings that are accepted but probably unintended. */
const RunnerWarning = z.enum(["serves_no_project"]);
type RunnerWarning = z.infer<typeof RunnerWarning>;

export const SavedRunner = z.object({ warnings: z.array(RunnerWarning) });

/** `token` is shown only here. */
export const NewRunner = Runner.extend({ token: z.string(), ...SavedRunner.shape });

/** A token that registers one runner; shown only here. */
export const RegistrationToken = z.object({
  registration_token: z.string(),
  runner_id: z.int(),
  project_id: z.int().nullable(),
});
export type RegistrationToken = z.infer<typeof RegistrationToken>;

export const RunnerParams = z.object({ runnerId: IdParam });
export const ProjectRunnerParams = ProjectParams.extend({ runnerId: IdParam });

/** A tag of runners, and how many have it. */
export const RunnerTag = z.object({ tag: z.string(), number_of_runners: z.int() });
export type RunnerTag = z.infer<typeof RunnerTag>;

const MAX_PROJECTS = 10_000;

const Tag = requiredTrimmedText("nameRequired", MAX_TAG_LENGTH);

export const RunnerInput = z.object({
  id: optionalId(),
  name: requiredName("nameRequired", 200),
  webhook: text(2000).refine(isWebhook, "incorrectUrl"),
  max_parallel_tasks: count(MAX_PARALLEL_TASKS),
  active: flag(),
  /**
   * Fields left out below keep their value; a new runner serves all projects, and if it has tags, only tagged tasks.
   */
  tags: z
    .array(Tag)
    .max(MAX_TAGS, withLimit("tooLarge", MAX_TAGS))
    .transform((tags) => [...new Set(tags)])
    .nullish(),
  /** From clients that know only one tag. */
  tag: trimmedText(MAX_TAG_LENGTH).optional(),
  tagged_only: z.boolean().nullish(),
  project_ids: z
    .array(z.int("idInvalid").min(1, "idInvalid").max(MAX_INT, "idInvalid"))
    .max(MAX_PROJECTS, withLimit("tooLarge", MAX_PROJECTS))
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .optional(),
});
export type RunnerInput = z.output<typeof RunnerInput>;

/** As the API takes it: one without a name gets one. */
export const RunnerBody = RunnerInput.extend({ name: nameText(200) });

/** A project's runner serves that project and no other. */
export const ProjectRunnerInput = RunnerBody.omit({ project_ids: true }).extend({ project_id: optionalId() });

/** With an empty list of projects, a runner accepts no tasks. */
export const servesNone = (projectIds: number[] | null | undefined): boolean => projectIds?.length === 0;

export const warningsOf = ({ project_ids }: Pick<Runner, "project_ids">): RunnerWarning[] =>
  servesNone(project_ids) ? ["serves_no_project"] : [];

export const ActiveInput = z.object({ active: flag() });
