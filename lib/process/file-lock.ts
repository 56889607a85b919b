import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";

export type FileLock = { release: () => void };

/** Errors to throw: `taken` if a living process holds the file, `unwritable` if it cannot be created. */
export type LockErrors = { taken: (holder: string) => Error; unwritable: (reason: string) => Error };

const SETTLE_MS = 50;
const TOUCH_MS = 5_000;
/** Longer than a Postgres takes to end whose Signalbox was killed. */
const STILL_MS = 20_000;
const LOOK_MS = 500;

/** Makes this process the only holder of the file at `path`, until it releases it or exits. */
export async function lockFile(path: string, errors: LockErrors): Promise<FileLock> {
  const own = `${process.pid} ${processStart(process.pid)} ${processPlace()}\n`;
  for (;;) {
    if (createFile(path, own, errors)) {
      // Several processes may replace the same dead holder; the one whose file remains has won.
      await sleep(SETTLE_MS);
      if (readIfPresent(path) === own) return await keep(path, own);
    }
    await throwIfAlive(path, errors);
    rmSync(path, { force: true });
  }
}

/** Shows other containers and machines that the holder lives, which they cannot see. */
async function keep(path: string, own: string): Promise<FileLock> {
  const file = await open(path, "r+");
  // Writing, because the time is then the disk's, also on a network. If that fails, so does all else on this disk.
  const touch = () => void file.write(own, 0).catch(() => {});
  const timer = setInterval(touch, TOUCH_MS).unref();
  const release = () => {
    clearInterval(timer);
    rmSync(path, { force: true });
    void file.close();
  };
  return { release };
}

/** Creates the file atomically; false if it exists. */
function createFile(path: string, content: string, { unwritable }: LockErrors): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { flag: "wx", mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw unwritable(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(draft, { force: true });
  }
}

async function throwIfAlive(path: string, { taken }: LockErrors): Promise<void> {
  const here = processPlace();
  const [pid = "", start, place = here] = readIfPresent(path).trim().split(" ");
  if (place !== here) return await throwIfTouched(path, taken(`process ${pid} of another container or machine`));
  if (Number(pid) > 0 && start === processStart(Number(pid))) throw taken(`process ${pid}`);
}

/** A holder that has not touched the file for so long, by the disk's clock or by ours, is dead. */
async function throwIfTouched(path: string, taken: Error): Promise<void> {
  const touched = touchedAt(path);
  const began = performance.now();
  while (diskTime(path) - touched < STILL_MS && performance.now() - began < STILL_MS) {
    await sleep(LOOK_MS);
    const now = touchedAt(path);
    if (now === 0) return;
    if (now !== touched) throw taken;
  }
}

/** 0 if the file is missing. */
const touchedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Machines that share a disk may not agree on the time. */
function diskTime(path: string): number {
  const probe = `${path}.${randomUUID()}`;
  writeFileSync(probe, "", { flag: "wx", mode: 0o600 });
  const time = touchedAt(probe);
  rmSync(probe);
  return time;
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}

/** Where a pid has its meaning: a machine since it booted, and a container on it. Empty if the system does not tell. */
function processPlace(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Not Linux.
    return "";
  }
}

/** Distinguishes two processes that had the same pid. Empty if there is no such process. */
function processStart(pid: number): string {
  try {
    if (process.platform === "linux") {
      // The command name may contain spaces and brackets, so count from the last bracket. Field 22 is the start time in
      // ticks.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state === "Z" ? "" : (fields[18] ?? "");
    }
    const started = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    return started.trim().replaceAll(" ", "_");
  } catch {
    // No /proc entry, or ps found nothing: the process is gone.
    return "";
  }
}
