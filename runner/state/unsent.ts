import { mkdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { notTaken } from "@/lib/protocol/runner-lines";
import { MAX_STATE_BYTES } from "@/lib/protocol/state";
import type { ConsoleClient } from "@/runner/client";
import { AttemptClient } from "@/runner/client/attempt";
import { notice } from "@/runner/daemon/notice";
import { describeError, TaskProblem, toProblem } from "@/runner/job/problem";
import type { AttemptRecord } from "@/runner/job/record";
import type { SavedAttempt } from "@/runner/job/saved-attempt";
import { readSmallFile } from "@/runner/job/small-file";
import { discardTree, exists } from "@/runner/tree";
import { removeWorkspace, type StoredAttempt, unsentStatesFolder } from "@/runner/workspace";

/** What an upload takes of the daemon. */
export type StateHost = { client: ConsoleClient; dataDir: string };
type Ports = { server: AttemptClient; dataDir: string; note(text: string): void };
/** A state file in the attempt's directory; `declared`: it belongs to a backend that the code declares. */
type Left = { path: string; errored: boolean; declared: boolean; of: SavedAttempt };

/** While a runner that shuts down has to wait for it. */
const SOON_MS = 30_000;

/**
 * Uploads state files that the console does not have yet; what it refuses is put aside on this machine. Throws TaskProblem if that
 * is not possible; rejects with something else when the signal aborts.
 */
export async function uploadState({ place, log }: AttemptRecord, host: StateHost, signal: AbortSignal): Promise<void> {
  if (!place) return;
  const server = new AttemptClient(host.client, place.saved, signal);
  await uploadAll(place.saved, { server, dataDir: host.dataDir, note: (text) => log.note(text) });
}

/** What cannot be uploaded now stays for the end of the attempt. */
export const uploadStateSoon = (record: AttemptRecord, host: StateHost): Promise<void> =>
  uploadState(record, host, AbortSignal.timeout(SOON_MS)).catch(() => undefined);

/** The last of an attempt: after its state, for which it insists, its directory goes. Never rejects. */
export async function removeAttempt(
  { workspace, saved }: StoredAttempt,
  { client, dataDir }: StateHost,
): Promise<void> {
  try {
    const server = new AttemptClient(client, saved, new AbortController().signal);
    await uploadAll(saved, { server, dataDir, note: (text) => notice(`task ${saved.task_id}: ${text}`) });
    await removeWorkspace(workspace);
  } catch (error) {
    notice(`task ${saved.task_id}: its state could not be uploaded to the console: ${describeError(error)}`);
  }
}

async function uploadAll(of: SavedAttempt, ports: Ports): Promise<void> {
  const { file = null, errored = null, mode } = of.keeping ?? {};
  const declared = mode === "elsewhere";
  const problems: TaskProblem[] = [];
  const tryUpload = (left: Left) =>
    upload(left, ports).catch((error) => {
      if (!(error instanceof TaskProblem)) throw error;
      problems.push(error);
    });
  if (file !== null) await tryUpload({ path: file, errored: false, declared, of });
  if (errored !== null) await tryUpload({ path: errored, errored: true, declared, of });
  if (problems[0]) throw problems[0];
}

async function upload(left: Left, ports: Ports): Promise<void> {
  if (!(await exists(left.path))) return;
  const content = await readSmallFile(left.path, MAX_STATE_BYTES);
  if (content === null) return putAside(left, "it is too large or cannot be read", ports);
  const answer = await ports.server.keepState({ content, errored: left.errored, declared: left.declared });
  if (!answer.ok) return putAside(left, answer.message, ports);
  const { version, offered } = answer.value;
  if (version !== null) ports.note(describe(version, offered, left));
  await discardTree(left.path);
}

function describe(version: number, offered: boolean, { errored, declared }: Left): string {
  if (declared)
    return `the backend that the code declares did not take the state: errored.tfstate is kept as version ${version} on the state's page; download it, and push it there with "state push"`;
  const what = errored ? "errored.tfstate" : "what the task wrote last";
  if (!offered) return `${what} is version ${version} of the state`;
  return `${what} is kept as version ${version} beside the newest one; a manager can accept it on the state's page`;
}

async function putAside({ path, of }: Left, why: string, { dataDir, note }: Ports): Promise<void> {
  const folder = unsentStatesFolder(dataDir);
  const aside = join(folder, `${of.task_id}-${of.attempt}-${basename(path)}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, aside);
  } catch (error) {
    const { reason, message } = toProblem(error, "state_failed");
    const where = `it could not be moved to ${folder} (${message}), and is still in ${path} on this runner`;
    throw new TaskProblem(reason, notTaken(`the state (${why}); ${where}`));
  }
  note(notTaken(`the state (${why}); it is now in ${aside} on this runner`));
}
