import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, linkSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";

export type FileLock = { release: () => void };

/**
 * Errors to throw: `taken` if a living process holds the file, `unwritable` if it cannot be created. `waits` is called once
 * if only time can show whether the holder lives.
 */
export type LockReports = {
  taken: (holder: string) => Error;
  unwritable: (reason: string) => Error;
  waits: (holder: string, seconds: number) => void;
};

const SETTLE_MS = 50;
const TOUCH_MS = 5_000;
/** Longer than a touch. */
const WATCH_MS = 7_500;
/** Longer than a Postgres takes to end whose Signalbox was killed. */
const STILL_MS = 20_000;
const LOOK_MS = 500;

/** Makes this process the only holder of the file at `path`, until it releases it or exits. */
export async function lockFile(path: string, reports: LockReports): Promise<FileLock> {
  const own = `${process.pid} ${processStart(process.pid)} ${processPlace()}\n`;
  for (;;) {
    if (createFile(path, own, reports)) {
      // Several processes may replace the same dead holder; the one whose file remains has won.
      await sleep(SETTLE_MS);
      if (readIfPresent(path) === own) return await keep(path, own);
    }
    await throwIfAlive(path, reports);
    rmSync(path, { force: true });
  }
}

/** Shows other containers and machines that the holder lives, which they cannot see. */
async function keep(path: string, own: string): Promise<FileLock> {
  // Each write reaches the disk before it returns: on a network, others see the time of the last one that has.
  const file = await open(path, "rs+");
  let isWriting = false;
  // Writing, because the time is then the disk's. If that fails, so does all else on this disk.
  const touch = async () => {
    if (isWriting) return;
    isWriting = true;
    await file.write(own, 0).catch(() => {});
    isWriting = false;
  };
  const timer = setInterval(touch, TOUCH_MS).unref();
  const release = () => {
    clearInterval(timer);
    rmSync(path, { force: true });
    void file.close();
  };
  return { release };
}

/** Creates the file atomically; false if it exists. */
function createFile(path: string, content: string, { unwritable }: LockReports): boolean {
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

async function throwIfAlive(path: string, reports: LockReports): Promise<void> {
  const here = processPlace();
  const [pid = "", start, place = here] = readIfPresent(path).trim().split(" ");
  if (place === here) {
    if (Number(pid) > 0 && start === processStart(Number(pid))) throw reports.taken(`process ${pid}`);
    return;
  }
  const isSameMachine = place.split("/")[0] === here.split("/")[0];
  await throwIfTouched(path, isSameMachine ? 0 : WATCH_MS, `process ${pid} of another container or machine`, reports);
}

/**
 * A holder that has not touched the file for so long, by the disk's clock or by ours, is dead. What another machine writes
 * may arrive late, so it must also have been still while we watched.
 */
async function throwIfTouched(
  path: string,
  watchMs: number,
  holder: string,
  { taken, waits }: LockReports,
): Promise<void> {
  const touched = touchedAt(path);
  const began = performance.now();
  const leftMs = () => {
    const watched = performance.now() - began;
    return Math.max(watchMs - watched, STILL_MS - Math.max(diskTime(path) - touched, watched));
  };
  const first = leftMs();
  if (first > 0) waits(holder, Math.ceil(first / 1_000));
  while (leftMs() > 0) {
    await sleep(LOOK_MS);
    const now = touchedAt(path);
    if (now === 0) return;
    if (now !== touched) throw taken(holder);
  }
}

/** 0 if the file is missing. Opened, because what a network tells of a file that is not may be a minute old. */
function touchedAt(path: string): number {
  const time = ifPresent(() => {
    const file = openSync(path, "r");
    try {
      return fstatSync(file).mtimeMs;
    } finally {
      closeSync(file);
    }
  });
  return time ?? 0;
}

/** Machines that share a disk may not agree on the time. */
function diskTime(path: string): number {
  const probe = `${path}.${randomUUID()}`;
  writeFileSync(probe, "", { flag: "wx", mode: 0o600 });
  const time = touchedAt(probe);
  rmSync(probe);
  return time;
}

const readIfPresent = (path: string): string => ifPresent(() => readFileSync(path, "utf8")) ?? "";

function ifPresent<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Where a pid has its meaning: a machine since it booted, and a container on it. Empty if the system does not tell. */
export function processPlace(): string {
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
