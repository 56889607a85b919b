import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Facts, Stage } from "@/lib/protocol/runner";
import { TaskReason } from "@/lib/protocol/status-fields";

export const Outcome = z.object({
  result: z.enum(["success", "error", "stopped"]),
  reason: TaskReason.nullable(),
  exit_code: z.int().nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

/** How the attempt's program comes to its state, and what of it may be left on this disk. */
export const Keeping = z.object({
  /** `http`: the program asks the console itself; `file`: the runner brings it; `elsewhere`: where the code says. */
  mode: z.enum(["http", "file", "elsewhere"]),
  file: z.string().nullable(),
  /** What Terraform writes when its backend fails. */
  errored: z.string().nullable(),
  lock_id: z.string(),
});
export type Keeping = z.infer<typeof Keeping>;

/** What a restarted runner has to know of an attempt; never a secret. */
export const AttemptState = z.object({
  task_id: z.int(),
  attempt: z.int(),
  mark: z.string().regex(/^[0-9a-f]{32}$/),
  sockets: z.string(),
  /** `asking`: the plan is made, the server may not know yet; `ended`: how is known, only the report is missing. */
  state: z.enum(["working", "asking", "waiting", "ended"]),
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
export type AttemptState = z.infer<typeof AttemptState>;

const STATE_FILE = "state.json";

/** Replaces the state file in one step, so that a crash leaves the old or the new one. */
export function saveState({ directory }: { directory: string }, state: AttemptState): void {
  const path = join(directory, STATE_FILE);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export async function readState(directory: string): Promise<AttemptState | null> {
  try {
    return AttemptState.parse(JSON.parse(await readFile(join(directory, STATE_FILE), "utf8")));
  } catch {
    // Missing or damaged: without its mark nothing can be done for the attempt; the server notices its silence.
    return null;
  }
}
