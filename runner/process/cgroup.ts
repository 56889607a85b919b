import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";
import { readProc } from "@/runner/process/proc";

const MAX_WAIT_MS = 1_000;

/**
 * Creates a control group (version 2) for an attempt, if this user may: no process leaves it by accident, and the kernel
 * kills all of them at once.
 */
export function openCgroup(mark: string): string | null {
  const path = cgroupOf(mark);
  if (path === null) return null;
  try {
    mkdirSync(path);
    return path;
  } catch (error) {
    return errorCode(error) === "EEXIST" ? path : null;
  }
}

/** Kills the processes in the attempt's group, waits for them and removes the group; false when that failed. */
export async function emptyCgroup(mark: string): Promise<boolean> {
  const path = cgroupOf(mark);
  if (path === null) return false;
  for (let waited = 0; waited < MAX_WAIT_MS; waited++) {
    const problem = kill(path);
    if (problem !== "EBUSY") return problem === null;
    await delay(1);
  }
  return false;
}

/** Null when the group was empty and is removed. */
function kill(path: string): string | null {
  try {
    writeFileSync(join(path, "cgroup.kill"), "1");
  } catch {
    // Whether the group is empty shows next.
  }
  try {
    rmdirSync(path);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

function cgroupOf(mark: string): string | null {
  if (home === undefined) home = findParentCgroup();
  return home && join(home, `signalbox-${mark}`);
}

let home: string | null | undefined;

/** The runner's own group if it may have children; null if not, or without `cgroup.kill` (Linux 5.14). */
function findParentCgroup(): string | null {
  const folder = ownCgroup(readProc("self/cgroup").toString(), readProc("self/mountinfo").toString());
  return folder !== null && mayHaveChildren(folder) ? folder : null;
}

function mayHaveChildren(folder: string): boolean {
  const trial = join(folder, `signalbox-trial-${process.pid}`);
  try {
    accessSync(join(folder, "cgroup.procs"), constants.W_OK);
    mkdirSync(trial);
  } catch {
    // Read-only, or owned by someone else: the marks have to suffice.
    return false;
  }
  try {
    accessSync(join(trial, "cgroup.kill"), constants.W_OK);
    return true;
  } catch {
    // An older kernel.
    return false;
  } finally {
    kill(trial);
  }
}

/** Where the process's group of version 2 is mounted; null if it is not. */
export function ownCgroup(membership: string, mounts: string): string | null {
  const own = /^0::(\/.*)$/m.exec(membership)?.[1];
  const [, root, mountPoint] = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts) ?? [];
  if (own === undefined || root === undefined || mountPoint === undefined) return null;
  const inside = relative(root, own);
  return inside.startsWith("..") ? null : join(mountPoint, inside);
}
