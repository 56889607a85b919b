import { z } from "zod";
import { flag, instant, optionalInstant, text } from "@/lib/operation/fields";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { LogChunk } from "@/lib/protocol/runner";
import { beginning, withoutUnstorable } from "@/lib/protocol/storable";
import { AllParams } from "@/lib/task/schema/params";
import { parseArguments } from "@/lib/template/rules";

/** What one request may bring of a log, with room for what JSON escapes. */
export const MAX_HISTORY_BYTES = 8 * 1024 * 1024;

/** A number at the source; a BoltDB counts its tasks down from the largest one. */
const SourceId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const optionalSourceId = () => SourceId.nullish().transform((id) => id ?? null);

/** Text of another product, which may be longer than ours: the beginning of it. */
const cutText = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => beginning(withoutUnstorable(value ?? ""), max));

const cutOrNull = (max: number) => cutText(max).transform((value) => value || null);

/** A task that ended at the source. Ids are those of the source. */
export const SourceTask = z
  .object({
    id: SourceId,
    template_id: SourceId,
    status: z.enum(["success", "error", "stopped"]),
    created: instant(),
    start: optionalInstant(),
    end: optionalInstant(),
    username: cutOrNull(255).describe("Who started it; an account of that name becomes its user"),
    message: cutText(2000),
    version: cutOrNull(255),
    commit_hash: cutOrNull(64),
    commit_message: cutOrNull(2000),
    build_task_id: optionalSourceId(),
    inventory_id: optionalSourceId(),
    debug: flag(),
    dry_run: flag(),
    diff: flag(),
    playbook: cutText(1000),
    /** JSON text of the survey answers; what is none is left out. */
    environment: cutText(256 * 1024).transform((value) => parseJsonObject(value) ?? {}),
    limit: cutText(1000),
    arguments: cutText(64 * 1024).transform((value) => parseArguments(value) ?? []),
    git_branch: cutOrNull(255),
    params: AllParams.nullish()
      .catch(null)
      .transform((value) => value ?? {}),
  })
  .transform(({ params: { limit, debug, dry_run, diff, ...params }, ...task }) => ({
    ...task,
    params,
    limit: task.limit || (limit ?? ""),
    debug: task.debug || debug === true,
    dry_run: task.dry_run || dry_run === true,
    diff: task.diff || diff === true,
  }));
export type SourceTask = z.output<typeof SourceTask>;

export const HistoryInput = z.object({
  source: text().describe("The project at its source"),
  task: SourceTask,
  chunks: z.array(LogChunk).max(100).describe("What follows of its log; from line 0, the log begins again"),
  complete: z.boolean().describe("The log ends here"),
});
export type HistoryInput = z.output<typeof HistoryInput>;

/**
 * `local_runs`: tasks have run here already, and ids are to grow with time. `older`: newer tasks have been imported.
 * `known`: it has been imported. `no_template`: its template was not imported from the source.
 */
const SKIPPED = ["local_runs", "older", "known", "no_template"] as const;

export const ImportedTask = z.object({
  /** Here; null: it was not taken. */
  id: z.int().nullable(),
  /** By this request; otherwise its log goes on. */
  created: z.boolean(),
  skipped: z.enum(SKIPPED).nullable(),
});
export type ImportedTask = z.infer<typeof ImportedTask>;
export type Skipped = NonNullable<ImportedTask["skipped"]>;

/** How far an import of a project's tasks has come. */
export const ImportedHistory = z.object({
  /** Tasks have run here since, so no more can be imported. */
  local_runs: z.boolean(),
  newest: z
    .object({
      id: z.int().describe("At the source"),
      created: z.string(),
      complete: z.boolean().describe("All of its log is here"),
    })
    .nullable(),
});
export type ImportedHistory = z.infer<typeof ImportedHistory>;
