import type { z } from "zod";
import type { Db } from "@/db/client";
import { type Changes, changesOf } from "@/lib/operation/changes";
import { type Context, eventsOf } from "@/lib/operation/define";
import { AppError } from "@/lib/operation/errors";
import { completeRunner } from "@/lib/runner/complete";
import { type NewRunner, type Runner, type RunnerInput, type SavedRunner, warningsOf } from "@/lib/runner/schema";
import { insertRunner, setRunner, updateRunner } from "@/lib/runner/store";

/** Adds a runner, of all projects or of one; only the result contains its token. */
export async function addRunner(
  db: Db,
  input: RunnerInput,
  projectId: number | null,
): Promise<z.infer<typeof NewRunner>> {
  const runner = await insertRunner(db, await completeRunner(db, input, null, projectId));
  return { ...runner, warnings: warningsOf(runner) };
}

type Announce = Context["announce"];
export type Change = Parameters<typeof setRunner>[2];
type Save = { db: Db; input: RunnerInput; announce: Announce };

/** Stores the settings, and returns the runner's name and what changed. */
export async function saveRunner(
  before: Runner,
  { db, input, announce }: Save,
): Promise<z.infer<typeof SavedRunner> & { name: string; changes: Changes | undefined }> {
  const after = await completeRunner(db, input, before);
  await updateRunner(db, before.id, after);
  announceRunner(announce, before.id);
  return { name: after.name, changes: changesOf(before, after, TRACKED), warnings: warningsOf(after) };
}

const TRACKED = {
  name: "shown",
  max_parallel_tasks: "shown",
  active: "shown",
  tags: "shown",
  tagged_only: "shown",
  project_ids: "shown",
  // The URL may hold a token.
  webhook: "sealed",
} as const;

/** Changes single columns. Returns the runner's name. */
export async function changeRunner(
  { db, announce }: Pick<Save, "db" | "announce">,
  runnerId: number,
  change: Change,
): Promise<string> {
  const name = foundRunner(await setRunner(db, runnerId, change));
  announceRunner(announce, runnerId);
  return name;
}

/** Every node forgets the runner, before its waiting poll looks again. */
export function announceRunner(announce: Announce, runner_id: number): void {
  announce([{ type: "runner" }, { type: "work", runner_id }]);
}

/** For an unknown runner, Semaphore replies with a text, unlike for other missing objects. */
export function foundRunner<Found>(runner: Found | null): Found {
  if (runner === null) throw new AppError("not_found", { key: "runnerNotFound" });
  return runner;
}

export const runnerEvent = eventsOf("runner", "Runner");
