import { notice } from "@/runner/daemon/notice";

/** A terminal and a supervisor may both deliver one Ctrl-C: requests this close together count as one. */
const SAME_REQUEST_MS = 1_000;

/** Stop requests: the first drains for a limited time, the second aborts, the third kills. */
export class Shutdown {
  private readonly steps = [new AbortController(), new AbortController(), new AbortController()] as const;
  private lastRequest = Number.NEGATIVE_INFINITY;

  /** No new tasks; running ones continue. */
  readonly draining = this.steps[0].signal;
  /** Running tasks are stopped and reported. */
  readonly aborting = this.steps[1].signal;
  /** Running tasks are killed. */
  readonly killing = this.steps[2].signal;

  /** A runner that exits with its parent treats the parent's death as a stop request without time to drain. */
  listen({ exitWithParent, drainMs }: { exitWithParent: boolean; drainMs: number }): void {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
      process.on(signal, () => this.request(exitWithParent, drainMs));
    if (!exitWithParent) return;
    if (!process.connected) notice("SIGNALBOX_RUNNER_EXIT_WITH_PARENT has no effect without an IPC channel");
    process.once("disconnect", () => this.abort());
  }

  private request(exitWithParent: boolean, drainMs: number): void {
    const now = performance.now();
    if (now - this.lastRequest < SAME_REQUEST_MS) return;
    this.lastRequest = now;
    const [drain, abort, kill] = this.steps;
    if (drain.signal.aborted) {
      // A parent that asks again gives its children two seconds.
      if (abort.signal.aborted || exitWithParent) kill.abort();
      this.abort();
    } else if (drainMs === 0) {
      this.abort();
    } else {
      drain.abort();
      setTimeout(() => this.abort(), drainMs).unref();
    }
  }

  private abort(): void {
    const [drain, abort] = this.steps;
    abort.abort();
    drain.abort();
  }
}
