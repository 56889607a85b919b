import { z } from "zod";
import { count, flag, IdParam, optionalId, requiredText, text, withLimit } from "@/lib/operation/fields";
import { RunnerTools } from "@/lib/protocol/runner";

/** A runner counts as connected while it polled or sent a heartbeat within this time. */
export const CONNECTED_SECONDS = 60;

/** Whether a runner may report its tasks to this address; "" is none. */
const isWebhook = (url: string): boolean =>
  url === "" || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));

export const Runner = z.object({
  id: z.int(),
  /** As for the peer's runners that serve all projects; `project_ids` says which ones this serves. */
  project_id: z.null(),
  name: z.string(),
  webhook: z.string(),
  /** 0: no limit. */
  max_parallel_tasks: z.int(),
  /** Off: it finishes what it runs and gets nothing new. */
  active: z.boolean(),
  /** Takes nothing new until it is resumed or restarted. */
  draining: z.boolean(),
  /** Templates may ask for a runner with one of these tags. */
  tags: z.array(z.string()),
  /** The first of them. */
  tag: z.string(),
  /** Takes no task whose template asks for no tag. */
  tagged_only: z.boolean(),
  /** The projects whose tasks it takes; null: all of them. */
  project_ids: z.array(z.int()).nullable(),
  version: z.string(),
  hostname: z.string(),
  /** The programs it has, with their versions. */
  tools: RunnerTools,
  /** Folders of its machine that repositories may lie in; null: everywhere. */
  local_folders: z.array(z.string()).nullable(),
  created: z.string(),
  last_seen: z.string().nullable(),
  connected: z.boolean(),
  /** How many tasks it works on now. */
  running: z.int(),
  /** Started by the server itself. */
  local: z.boolean(),
});
export type Runner = z.infer<typeof Runner>;

/** What is saved as it was asked for, and will hardly be what was meant. */
const RunnerWarning = z.enum(["serves_no_project"]);
type RunnerWarning = z.infer<typeof RunnerWarning>;

export const SavedRunner = z.object({ warnings: z.array(RunnerWarning) });

/** `token` is shown this once. */
export const NewRunner = Runner.extend({ token: z.string(), ...SavedRunner.shape });

export const RunnerParams = z.object({ runnerId: IdParam });

const MAX_TASKS = 100_000;
const MAX_TAGS = 50;
const MAX_PROJECTS = 10_000;

const trimmed = (value: string) => value.trim();
const Tag = requiredText("nameRequired", 200).transform(trimmed);

export const RunnerInput = z.object({
  id: optionalId(),
  name: requiredText("nameRequired", 200),
  webhook: text(2000).refine(isWebhook, "incorrectUrl"),
  max_parallel_tasks: count(MAX_TASKS),
  active: flag(),
  /** What is left out of the rest stays as it is; a new runner serves all projects, and with tags only tagged work. */
  tags: z
    .array(Tag)
    .max(MAX_TAGS, withLimit("tooLarge", MAX_TAGS))
    .transform((tags) => [...new Set(tags)])
    .nullish(),
  /** Of clients that know one tag only. */
  tag: text(200).transform(trimmed).optional(),
  tagged_only: z.boolean().nullish(),
  project_ids: z
    .array(z.int("idInvalid"))
    .max(MAX_PROJECTS, withLimit("tooLarge", MAX_PROJECTS))
    .transform((ids) => [...new Set(ids)])
    .nullable()
    .optional(),
});
export type RunnerInput = z.output<typeof RunnerInput>;

/** With an empty list of projects a runner takes no tasks. */
export const servesNone = (projectIds: number[] | null | undefined): boolean => projectIds?.length === 0;

export const warningsOf = ({ project_ids }: Pick<Runner, "project_ids">): RunnerWarning[] =>
  servesNone(project_ids) ? ["serves_no_project"] : [];

export const ActiveInput = z.object({ active: flag() });
