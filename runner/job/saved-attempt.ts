import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Facts, Stage } from "@/lib/protocol/runner";
import { ReportedReason } from "@/lib/protocol/status-fields";

export const Outcome = z.object({
  result: z.enum(["success", "error", "stopped"]),
  reason: ReportedReason,
  exit_code: z.int().nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

/** How the attempt's program comes to its state, and what of it may be left on this disk. */
export const Keeping = z.object({
  /** `http`: the program asks the console itself; `file`: the runner downloads and uploads it; `elsewhere`: where the code says. */
  mode: z.enum(["http", "file", "elsewhere"]),
  file: z.string().nullable(),
  /** What Terraform writes when its backend fails. */
  errored: z.string().nullable(),
  lock_id: z.string(),
});
export type Keeping = z.infer<typeof Keeping>;

/** What a restarted runner has to know of an attempt; never a secret. */
export const SavedAttempt = z.object({
  task_id: z.int(),
  attempt: z.int(),
  mark: z.string().regex(/^[0-9a-f]{32}$/),
  sockets: z.string(),
  /** `asking`: the plan is made, the server may not know yet; `ended`: how is known, only the report is missing. */
  status: z.enum(["working", "asking", "waiting", "ended"]),
  outcome: Outcome.nullable(),
  /** How many log lines an ended attempt has: a log with fewer has lost some. */
  lines: z.int().default(0),
  /** Outputs that an ended attempt has still to send, sealed. */
  outputs: z.string().nullable().default(null),
  repository: z.string().nullable(),
  /** Null: there is no state, or it is not decided yet. */
  keeping: Keeping.nullable().default(null),
  /** A program may be writing its state down, which nothing may cut short. */
  saving: z.boolean().default(false),
  stages: z.array(Stage),
  /** What the server may not know yet. */
  facts: Facts.default({}),
  /** The webhook knows that the task started, and not yet that it ended. */
  due_finish: z.object({ project_id: z.int(), template_id: z.int() }).nullable(),
  /** Milliseconds the attempt has run so far, for its time limit. */
  used_ms: z.number(),
});
export type SavedAttempt = z.infer<typeof SavedAttempt>;

/** In the file the status is named as earlier releases name it, which may have left the file or come to read it. */
const FileContent = SavedAttempt.omit({ status: true })
  .extend({ state: SavedAttempt.shape.status })
  .transform(({ state, ...saved }): SavedAttempt => ({ ...saved, status: state }));

const FILE = "state.json";

/** Replaces the file in one step, so that a crash leaves the old or the new one. */
export function saveAttempt({ directory }: { directory: string }, { status, ...saved }: SavedAttempt): void {
  const path = join(directory, FILE);
  writeFileSync(`${path}.new`, JSON.stringify({ ...saved, state: status }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export async function readAttempt(directory: string): Promise<SavedAttempt | null> {
  try {
    return FileContent.parse(JSON.parse(await readFile(join(directory, FILE), "utf8")));
  } catch {
    // Missing or damaged: without its mark nothing can be done for the attempt; the server notices its silence.
    return null;
  }
}
