import { readProc } from "@/runner/process/proc";

/**
 * Start times by pid, to which callers add what they read; a sweep after each task would else read those of every process
 * of the machine again. Emptied long before Linux, which gives pids in their order, uses one again.
 */
export class StartTimes {
  private readonly times = new Map<number, number>();
  private forksAtFirst = Number.NaN;

  constructor(private readonly pids: number) {}

  /** `forks`: how many processes and threads the machine has started so far; NaN if it doesn't say. */
  knownAt(forks: number): Map<number, number> {
    if (!(forks - this.forksAtFirst < this.pids / 2)) {
      this.times.clear();
      this.forksAtFirst = forks;
    }
    return this.times;
  }
}

let known: StartTimes | undefined;

/** Start times of this machine's processes. */
export function knownStartTimes(): Map<number, number> {
  known ??= new StartTimes(Number(readProc("sys/kernel/pid_max").toString()));
  const count = /^processes (\d+)$/m.exec(readProc("stat").toString("latin1"))?.[1];
  return known.knownAt(Number(count) || Number.NaN);
}
