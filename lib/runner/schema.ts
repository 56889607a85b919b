import { z } from "zod";
import { count, flag, IdParam, optionalId, requiredText, text } from "@/lib/operation/fields";
import { RunnerTools } from "@/lib/protocol/runner";
import { isWebhook } from "@/lib/runner/rules";

export const Runner = z.object({
  id: z.int(),
  /** Runners serve all projects. */
  project_id: z.null(),
  name: z.string(),
  webhook: z.string(),
  /** 0: no limit. */
  max_parallel_tasks: z.int(),
  /** Off: it finishes what it runs and gets nothing new. */
  active: z.boolean(),
  /** Templates may ask for a runner with this tag. */
  tag: z.string(),
  version: z.string(),
  hostname: z.string(),
  /** The programs it has, with their versions. */
  tools: RunnerTools,
  created: z.string(),
  last_seen: z.string().nullable(),
  connected: z.boolean(),
  /** How many tasks it works on now. */
  running: z.int(),
  /** Started by the server itself. */
  local: z.boolean(),
});
export type Runner = z.infer<typeof Runner>;

/** `token` is shown this once. */
export const NewRunner = Runner.extend({ token: z.string() });

export const RunnerParams = z.object({ runnerId: IdParam });

const MAX_TASKS = 100_000;

export const RunnerInput = z.object({
  id: optionalId(),
  name: requiredText("nameRequired", 200),
  webhook: text(2000).refine(isWebhook, "incorrectUrl"),
  max_parallel_tasks: count(MAX_TASKS),
  active: flag(),
  tag: text(200).transform((value) => value.trim()),
});
export type RunnerInput = z.output<typeof RunnerInput>;

export const ActiveInput = z.object({ active: flag() });
