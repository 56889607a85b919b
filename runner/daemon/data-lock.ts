import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "@/runner/config";
import { errorCode } from "@/runner/job/problem";

/**
 * Makes sure one runner uses a data directory: a second one would take the first one's attempts for dead and kill
 * them. Throws ConfigError when another runner is alive; the lock of a dead one is taken over.
 */
export async function lockDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "runner.pid");
  const holder = parseHolder(await readFile(path, "utf8").catch(() => ""));
  if (holder && holder.pid !== process.pid && (await startOf(holder.pid)) === holder.start) {
    throw new ConfigError(`another runner (process ${holder.pid}) uses the data directory ${dataDir}`);
  }
  await writeFile(path, `${process.pid} ${await startOf(process.pid)}\n`, { mode: 0o600 });
}

function parseHolder(text: string): { pid: number; start: string } | null {
  const match = /^(\d+) (\S+)\n$/.exec(text);
  return match?.[1] && match[2] ? { pid: Number(match[1]), start: match[2] } : null;
}

/** When a process started, in the kernel's ticks: together with the pid it names one process for ever. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "unknown";
  } catch {
    // No /proc (or no such process): signal 0 tells at least whether the pid is alive.
    return isAlive(pid) ? "alive" : "gone";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
