import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { MARK_VARIABLE } from "@/runner/process/environment";

const MAX_ROUNDS = 50;
const ROUND_MS = 10;
/** How many processes are looked at before other work gets its turn. */
const PIDS_AT_ONCE = 200;
const NOTHING = Buffer.alloc(0);

/**
 * Kills every process that carries the mark in its environment, also those that left their group and session.
 * The mark is random and read from the process itself, so a reused pid cannot be hit. Only where there is a /proc.
 */
export async function killMarked(mark: string, spared: ReadonlySet<number> = new Set()): Promise<void> {
  // A process may fork between reading and killing; its child carries the mark too.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = (await markedProcesses(mark)).filter((pid) => !spared.has(pid));
    if (found.length === 0) return;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    await delay(ROUND_MS);
  }
}

/** Pids of the living processes that carry the mark. */
export async function markedProcesses(mark: string): Promise<number[]> {
  const needle = `${MARK_VARIABLE}=${mark}`;
  const marked: number[] = [];
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const [index, pid] of pids.entries()) {
    if (pid !== process.pid && environmentOf(pid).includes(needle)) marked.push(pid);
    if (index % PIDS_AT_ONCE === PIDS_AT_ONCE - 1) await setImmediate();
  }
  return marked;
}

/** Empty for other users' processes, zombies and those that ended meanwhile. Ten times as fast as asynchronously. */
function environmentOf(pid: number): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    return NOTHING;
  }
}

/** A negative pid means the group. That the process is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it ended by itself.
  }
}
