import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { emptyCgroup } from "@/runner/process/cgroup";
import { MARK_VARIABLE } from "@/runner/process/environment";
import { lifeOf, readProc } from "@/runner/process/proc";
import { knownStartTimes } from "@/runner/process/start-times";

const MAX_ROUNDS = 50;
const ROUND_MS = 10;
/** Processes to inspect before yielding to other work. */
const PIDS_AT_ONCE = 200;

/**
 * A file lock limit as a mark for an attempt's processes. Linux has ignored it since 2003 but every child inherits it,
 * whatever it does to its environment, session and parent; only an explicit change removes it.
 */
export const lockLimitOf = (mark: string): number =>
  2 ** 48 + createHash("sha256").update(mark).digest().readUIntBE(0, 6);

/** Whom to kill; `since`: no process of the attempt has started before, see startTimeNow. */
export type Sweep = { mark: string; spared?: ReadonlySet<number>; since?: number };

/**
 * Kills every process of the attempt, including those that left their group and session: all in its control group, and
 * all with one of its marks. Marks are random and read from the process itself, so a reused pid can't be hit. Requires
 * /proc.
 */
export async function killMarked({ mark, spared, since }: Sweep): Promise<void> {
  await emptyCgroup(mark);
  // A process may fork between reading and killing; its child carries the mark too.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = (await markedProcesses(mark, since)).filter((pid) => !spared?.has(pid));
    if (found.length === 0) return;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    await delay(ROUND_MS);
  }
}

/** Pids of the living processes that carry a mark of the attempt. */
export async function markedProcesses(mark: string, since = 0): Promise<number[]> {
  const variable = `${MARK_VARIABLE}=${mark}`;
  const limit = ` ${lockLimitOf(mark)} `;
  const marked: number[] = [];
  const startTimes = knownStartTimes();
  const pids = pidsNow().filter((pid) => pid !== process.pid && !((startTimes.get(pid) ?? since) < since));
  for (const [index, pid] of pids.entries()) {
    const life = lifeOf(pid);
    if (life) startTimes.set(pid, life.startedAt);
    const carries = () => readProc(`${pid}/limits`).includes(limit) || readProc(`${pid}/environ`).includes(variable);
    // A zombie keeps its limits.
    if (life && !life.isZombie && !(life.startedAt < since) && carries()) marked.push(pid);
    if (index % PIDS_AT_ONCE === PIDS_AT_ONCE - 1) await setImmediate();
  }
  return marked;
}

/** Pids on this machine; none without /proc. */
function pidsNow(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** A negative pid means the group. Ignores processes that are already gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it has already ended.
  }
}
