import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "@/lib/process/error-code";
import type { Place } from "./place";
import { DatabaseProblem } from "./problem";

/** When to send each signal, in ms: fast shutdown, immediate shutdown, kill. */
const SIGNALS = [
  [0, "SIGINT"],
  [8_000, "SIGQUIT"],
  [13_000, "SIGKILL"],
] as const;
const SOCKET = ".s.PGSQL.5432";
const GIVE_UP_MS = 20_000;

/**
 * Stops what a killed Signalbox left running on this cluster. The pid file alone proves nothing: the pid may have been
 * reused. Call only while holding the folder.
 */
export async function stopLeftover({ cluster, socketDir }: Place): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  await endProcesses(cluster, readPid(pidFile));
  // Postgres respects a lock file while its pid exists, even if that is another program or a zombie.
  for (const file of [pidFile, join(socketDir, SOCKET), join(socketDir, `${SOCKET}.lock`)])
    rmSync(file, { force: true });
}

async function endProcesses(cluster: string, postmaster: number): Promise<void> {
  const sent = new Set<string>();
  const began = performance.now();
  for (let left = find(cluster, postmaster); left.length > 0; left = find(cluster, postmaster)) {
    const elapsed = performance.now() - began;
    if (elapsed > GIVE_UP_MS)
      throw new DatabaseProblem(`An old Postgres (process ${left[0]}) on ${cluster} does not stop`);
    for (const [after, signal] of SIGNALS) {
      if (elapsed < after || sent.has(signal)) continue;
      sent.add(signal);
      // The postmaster stops its own children; without it, signal them directly.
      for (const pid of left.includes(postmaster) ? [postmaster] : left) signalProcess(pid, signal);
    }
    await sleep(20);
  }
}

/** 0 if the file is missing or truncated. */
function readPid(pidFile: string): number {
  try {
    return Number.parseInt(readFileSync(pidFile, "utf8"), 10) || 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return 0;
    throw error;
  }
}

/** Every Postgres process has its cluster's folder as working directory, which identifies it. */
function find(cluster: string, postmaster: number): number[] {
  if (process.platform !== "linux") return isPostgresOf(cluster, postmaster) ? [postmaster] : [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && linkOf(`/proc/${pid}/cwd`) === cluster && isPostgres(linkOf(`/proc/${pid}/exe`)));
}

/** Empty if the process has exited or belongs to another user. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

// If its file was replaced, e.g. by npm ci, a program reads "…/postgres (deleted)".
const isPostgres = (program: string): boolean => basename(program).startsWith("postgres");

function isPostgresOf(cluster: string, pid: number): boolean {
  if (pid === 0) return false;
  try {
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes("postgres") && command.includes(cluster);
  } catch {
    // ps found no such process.
    return false;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
