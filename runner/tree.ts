import { type Dir, lstatSync, mkdirSync, opendirSync, rmdirSync, type Stats, unlinkSync } from "node:fs";
import { access, chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import { notice } from "@/runner/daemon/notice";
import { TaskProblem } from "@/runner/job/problem";

/** What is removed while everything else waits: so few entries, and so many bytes of a file, take no noticeable time. */
const MAX_ENTRIES = 64;
const MAX_FILE_BYTES = 1024 * 1024;

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Also removes what a task made read-only. */
export async function removeTree(path: string): Promise<void> {
  if (removeIfSmall(path)) return;
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await remove().catch(async (error) => {
    if (!["EACCES", "EPERM"].includes(errorCode(error))) throw error;
    await unlockFolders(path);
    await remove();
  });
}

/** A task may have left files of another user (a container's root, say): that must not stop the runner. */
export async function discardTree(path: string): Promise<void> {
  await removeTree(path).catch((error) => notice(`${path} could not be removed: ${error}`));
}

async function unlockFolders(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlockFolders(join(path, entry.name));
  }
}

/**
 * Removes a file or folder synchronously, which takes a tenth of the processor time of doing it through the thread pool. False
 * if something of it may be left, because there is too much of it or it resists.
 */
export function removeIfSmall(path: string): boolean {
  try {
    removeWithin({ left: MAX_ENTRIES }, path);
    return true;
  } catch {
    // Whatever the reason, a removal that can wait has another try.
    return false;
  }
}

type Budget = { left: number };

function removeWithin(budget: Budget, path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    if (removeEmpty(path)) return;
    for (const name of namesIn(budget, path)) removeWithin(budget, join(path, name));
    rmdirSync(path);
  } else {
    if (isLarge(found)) throw new TooMuch();
    unlinkSync(path);
  }
}

/** Most folders of a task are still empty at its end. */
function removeEmpty(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOTEMPTY") return false;
    throw error;
  }
}

const isLarge = (found: Stats): boolean => found.isFile() && found.size > MAX_FILE_BYTES;

class TooMuch extends Error {}

/** Throws TooMuch as soon as there are more than the budget allows: a folder may have millions. */
function namesIn(budget: Budget, path: string): string[] {
  const names: string[] = [];
  const folder: Dir = opendirSync(path);
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      if (--budget.left < 0) throw new TooMuch();
      names.push(entry.name);
    }
  } finally {
    folder.closeSync();
  }
  return names;
}

/** Makes a folder for this user alone. One in a place that others share may be theirs: control groups show the marks of tasks. */
export function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const found = lstatSync(folder);
    const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    if (!isOurs) throw new TaskProblem("workspace_failed", `${folder} belongs to someone else`);
  }
}
