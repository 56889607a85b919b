import { constants } from "node:fs";
import { access, mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "@/runner/job/problem";

const MAX_WAIT_MS = 1_000;

/**
 * Creates a control group (version 2) for an attempt, if this user may: no process leaves it by accident, and the kernel
 * kills all of them at once.
 */
export async function openCgroup(mark: string): Promise<string | null> {
  const path = await cgroupOf(mark);
  if (path === null) return null;
  return mkdir(path).then(
    () => path,
    (error) => (errorCode(error) === "EEXIST" ? path : null),
  );
}

/** Kills the processes in the attempt's group, waits for them and removes the group; false when that failed. */
export async function emptyCgroup(mark: string): Promise<boolean> {
  const path = await cgroupOf(mark);
  if (path === null) return false;
  for (let waited = 0; waited < MAX_WAIT_MS; waited++) {
    const problem = await kill(path);
    if (problem !== "EBUSY") return problem === null;
    await delay(1);
  }
  return false;
}

/** Null when the group was empty and is removed. */
async function kill(path: string): Promise<unknown> {
  await writeFile(join(path, "cgroup.kill"), "1").catch(() => undefined);
  return rmdir(path).then(() => null, errorCode);
}

async function cgroupOf(mark: string): Promise<string | null> {
  home ??= findParentCgroup();
  const folder = await home;
  return folder && join(folder, `signalbox-${mark}`);
}

let home: Promise<string | null> | undefined;

/** The runner's own group if it may have children; null if not, or without `cgroup.kill` (Linux 5.14). */
async function findParentCgroup(): Promise<string | null> {
  const folder = ownCgroup(await read("/proc/self/cgroup"), await read("/proc/self/mountinfo"));
  if (folder === null) return null;
  const trial = join(folder, `signalbox-trial-${process.pid}`);
  try {
    await access(join(folder, "cgroup.procs"), constants.W_OK);
    await mkdir(trial);
    await access(join(trial, "cgroup.kill"), constants.W_OK);
    return folder;
  } catch {
    // Read-only, owned by someone else, or an older kernel: the marks have to suffice.
    return null;
  } finally {
    await rmdir(trial).catch(() => undefined);
  }
}

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

/** Where the process's group of version 2 is mounted; null if it is not. */
export function ownCgroup(membership: string, mounts: string): string | null {
  const own = /^0::(\/.*)$/m.exec(membership)?.[1];
  const [, root, mountPoint] = /^\S+ \S+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts) ?? [];
  if (own === undefined || root === undefined || mountPoint === undefined) return null;
  const inside = relative(root, own);
  return inside.startsWith("..") ? null : join(mountPoint, inside);
}
