import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { STATE_GRACE_SECONDS } from "@/lib/protocol/state";
import { toProblem } from "@/runner/job/problem";
import { type SavedAttempt, saveAttempt } from "@/runner/job/saved-attempt";
import type { TaskLog } from "@/runner/job/task-log";
import type { ProcessSpec } from "@/runner/process";
import { killMarked, markedProcesses } from "@/runner/process/sweep";
import type { StoredAttempt } from "@/runner/workspace";

const LOOK_MS = 200;

/** Lets a program save its state, in this process and after a restart of the runner. Throws TaskProblem. */
export function letSave(
  program: string,
  { place, log }: { place: StoredAttempt; log: TaskLog },
): NonNullable<ProcessSpec["saves"]> {
  const { workspace, saved } = place;
  saved.saving = true;
  try {
    saveAttempt(workspace, saved);
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
  const onGrace = (seconds: number) =>
    log.note(`${program} is interrupted; it has up to ${seconds} seconds to save its state`);
  return { graceSeconds: STATE_GRACE_SECONDS, scratch: join(workspace.directory, "output"), onGrace };
}

/** Ends what a previous process of the runner left, after the time in which its guard lets a program save. */
export async function endLeftProcesses({ mark, saving }: SavedAttempt): Promise<void> {
  const end = performance.now() + STATE_GRACE_SECONDS * 1_000;
  while (saving && performance.now() < end && (await markedProcesses(mark)).length > 0) await delay(LOOK_MS);
  await killMarked({ mark });
}
