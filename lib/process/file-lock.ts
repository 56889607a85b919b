import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";

export type FileLock = { release: () => void };

/** Errors to throw: `taken` if a living process holds the file, `unwritable` if it cannot be created. */
export type LockErrors = { taken: (pid: number) => Error; unwritable: (reason: string) => Error };

const SETTLE_MS = 50;

/** Makes this process the only holder of the file at `path`, until it releases it or exits. */
export async function lockFile(path: string, errors: LockErrors): Promise<FileLock> {
  const own = `${process.pid} ${processStart(process.pid)}\n`;
  for (;;) {
    if (createFile(path, own, errors)) {
      // Several processes may replace the same dead holder; the one whose file remains has won.
      await sleep(SETTLE_MS);
      if (readIfPresent(path) === own) return { release: () => rmSync(path, { force: true }) };
    }
    throwIfAlive(path, errors);
    rmSync(path, { force: true });
  }
}

/** Creates the file atomically; false if it exists. */
function createFile(path: string, content: string, { unwritable }: LockErrors): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    rmSync(draft, { force: true });
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

function throwIfAlive(path: string, { taken }: LockErrors): void {
  const [pid = "", start] = readIfPresent(path).trim().split(" ");
  if (Number(pid) > 0 && start === processStart(Number(pid))) throw taken(Number(pid));
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
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
