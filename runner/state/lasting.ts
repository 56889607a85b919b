import { dirname, isAbsolute, resolve } from "node:path";
import { isInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";
import type { StateContext } from "@/runner/state/finding";

/** A place on this machine that code names for its state; `path` is null where only the tool can evaluate it. */
type Named = { path: string | null; folder: string; what: string };

/** Throws TaskProblem for a place that goes with the attempt, or that the runner does not offer. */
export async function requireLasting(
  { path, folder, what }: Named,
  { dataDir, localFolders }: Pick<StateContext, "dataDir" | "localFolders">,
): Promise<void> {
  if (path !== null && (await isLasting(resolve(folder, path), dataDir, localFolders))) return;
  const where = path === null ? "a place that the runner cannot tell" : path;
  throw new TaskProblem(
    "state_failed",
    `${what} keeps the state in ${where}, where it would be lost with this run: remove it, and Signalbox keeps the state; or name an absolute path in a folder of SIGNALBOX_RUNNER_LOCAL_FOLDERS (on this runner: ${localFolders?.join(", ") || "not set"})${offer(path)}`,
  );
}

/** An absolute path only lacks the runner's consent. */
const offer = (path: string | null): string =>
  path !== null && isAbsolute(path) ? `; to keep it there, add ${dirname(path)} to that setting` : "";

async function isLasting(path: string, dataDir: string, folders: readonly string[] | null): Promise<boolean> {
  if (folders === null || (await isInside(dataDir, path))) return false;
  return (await Promise.all(folders.map((folder) => isInside(folder, path)))).includes(true);
}
