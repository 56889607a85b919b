import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { appFamily } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { backendVariables, type JobState } from "@/lib/protocol/state";
import type { StateUse } from "@/runner/apps/adapter";
import { whenAborted } from "@/runner/client/retry";
import { TaskProblem, toProblem } from "@/runner/job/problem";
import { saveAttempt } from "@/runner/job/saved-attempt";
import { newLockId, StateBackend, StateLocked } from "@/runner/state/backend";
import { AS_DECLARED, type Finding, type StateContext } from "@/runner/state/finding";
import { elsewhereUse, pulumiState, pulumiUse } from "@/runner/state/pulumi";
import { inPlaceUse, terraformState } from "@/runner/state/terraform";
import { StateUploader } from "@/runner/state/uploader";
import { discardTree, exists } from "@/runner/tree";

/** The state of one phase. Neither call rejects. */
export type OpenState = {
  use: StateUse;
  /** Why the programs may have failed; null: nothing is known. */
  explain?(): Promise<string | null>;
  /** Once no program of it runs any more. */
  close(): Promise<void>;
};

type Opening = Pick<Finding, "use" | "layOut"> & { job: Job; state: JobState; backend: StateBackend };

/** A console that restarts is back within this; Terraform itself would give up after seconds. */
const PATIENCE = { TF_HTTP_RETRY_MAX: "12", TF_HTTP_RETRY_WAIT_MIN: "1", TF_HTTP_RETRY_WAIT_MAX: "10" };
const UNLOCK_MS = 10_000;

/** Decides in the first phase where the state is kept, and lays it out for the program. Throws TaskProblem or Stopped. */
export async function openState(job: Job, repository: string, context: StateContext): Promise<OpenState> {
  const folder = join(repository, job.playbook);
  const { state } = job;
  const isPulumi = appFamily(job.app) === "pulumi";
  // A folder that is missing is reported where the program would start.
  if (!state || !(await exists(folder)))
    return { use: isPulumi ? elsewhereUse(job) : AS_DECLARED, close: async () => undefined };
  const find = isPulumi ? pulumiState : terraformState;
  const finding = job.phase === "run" ? await find(job, state, { folder, repository }, context) : null;
  if (finding && job.drift_check) return openReading(finding, state, context);
  if (finding) remember(finding, context);
  const { keeping } = context.saved;
  const use = finding?.use ?? laterUse(job, state, repository, context);
  if (keeping === null || keeping.mode === "elsewhere") return { use, close: () => context.uploadState() };
  const backend = new StateBackend(context.client.url, state, keeping.lock_id);
  const opening = { use: { ...use, kept: true }, layOut: finding?.layOut, job, state, backend };
  return keeping.file === null ? openHttp(opening, context) : openFile(opening, keeping.file, context);
}

/** What the first phase decided, for the second one; its plan knows the backend that an override named. */
function laterUse(job: Job, state: JobState, repository: string, context: StateContext): StateUse {
  const { keeping } = context.saved;
  if (appFamily(job.app) === "pulumi") return keeping ? pulumiUse(job, state, context) : elsewhereUse(job);
  const file = repository === context.workspace.checkout ? null : (keeping?.file ?? null);
  return file === null ? AS_DECLARED : inPlaceUse(file);
}

/** For a drift check: the program gets the state, and nothing of it is uploaded. */
async function openReading(finding: Finding, state: JobState, context: StateContext): Promise<OpenState> {
  const { backend: kind, keeping, use, layOut } = finding;
  const { client, reporter, stopper } = context;
  reporter.report({ state_backend: kind });
  if (keeping === null || keeping.mode === "elsewhere") return { use, close: async () => undefined };
  await layOut?.(async () => {
    throw new TaskProblem("state_failed", "the state in the repository is not imported yet: run the template first");
  });
  const { file } = keeping;
  if (file === null) return { use: throughHttp(use, state, context), close: async () => undefined };
  const kept = await new StateBackend(client.url, state, newLockId()).read(stopper.signal);
  // An empty folder is a workspace without anything in it.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (kept !== null) await restore(file, kept);
  return { use, close: () => discardTree(file) };
}

const throughHttp = (use: StateUse, state: JobState, { client }: StateContext): StateUse => ({
  ...use,
  env: { ...use.env, ...backendVariables(client.url, state), ...PATIENCE },
});

function remember({ backend, keeping }: Finding, { reporter, saved, workspace }: StateContext): void {
  reporter.report({ state_backend: backend });
  saved.keeping = keeping && { ...keeping, lock_id: newLockId() };
  try {
    saveAttempt(workspace, saved);
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
}

/** So that the console notes the commit that the state comes from. A stop does not wait for it. */
const tellFacts = ({ reporter, stopper }: StateContext): Promise<void> =>
  Promise.race([reporter.flush(), whenAborted(stopper.signal)]);

/** The program speaks to the console itself, and locks for itself. */
async function openHttp({ use, layOut, job, state, backend }: Opening, context: StateContext): Promise<OpenState> {
  const { signal } = context.stopper;
  await layOut?.(async (content) => {
    await tellFacts(context);
    await backend.lock("import", signal);
    await backend.write(content, signal, "committed").finally(() => unlock(backend));
  });
  const explain = () => holderOfLock(backend, job.task_id);
  return { use: throughHttp(use, state, context), explain, close: () => context.uploadState() };
}

/** Terraform names itself where another holds the lock, so the runner asks who it is. */
async function holderOfLock(backend: StateBackend, taskId: number): Promise<string | null> {
  try {
    await backend.lock("", AbortSignal.timeout(UNLOCK_MS));
    await unlock(backend);
    return null;
  } catch (error) {
    return error instanceof StateLocked && error.taskId !== taskId ? error.message : null;
  }
}

/** The runner locks, downloads the file and uploads what the program makes of it. */
async function openFile({ use, layOut, job, backend }: Opening, file: string, context: StateContext) {
  const { stopper, log } = context;
  const { signal } = stopper;
  await backend.lock(job.phase, signal);
  let kept: string | null;
  try {
    await layOut?.(async (content) => {
      await tellFacts(context);
      await backend.write(content, signal, "committed");
    });
    kept = await backend.read(signal);
    if (kept !== null) await restore(file, kept);
  } catch (error) {
    await unlock(backend);
    throw error;
  }
  const uploader = new StateUploader(file, backend, kept, (text) => log.note(text));
  const close = async () => {
    await uploader.stop();
    await context.uploadState();
    if (stopper.cause !== "lost") await unlock(backend);
  };
  return { use, close };
}

async function restore(file: string, content: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o600 });
  } catch (error) {
    throw toProblem(error, "workspace_failed");
  }
}

/** What is not unlocked here, the console unlocks when the attempt ends. */
const unlock = (backend: StateBackend): Promise<void> =>
  backend.unlock(AbortSignal.timeout(UNLOCK_MS)).catch(() => undefined);
