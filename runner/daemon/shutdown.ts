import { notice } from "@/runner/daemon/notice";

/** A terminal and a supervisor may both deliver one Ctrl-C: what follows this soon is the same request. */
const SAME_REQUEST_MS = 1_000;

/** How the process is asked to end: the first request drains, the second aborts, the third kills. */
export class Shutdown {
  private readonly steps = [new AbortController(), new AbortController(), new AbortController()] as const;
  private lastRequest = Number.NEGATIVE_INFINITY;

  /** No new tasks; the running ones go on to their end. */
  readonly draining = this.steps[0].signal;
  /** Running tasks are stopped and reported. */
  readonly aborting = this.steps[1].signal;
  /** They are stopped by force. */
  readonly killing = this.steps[2].signal;

  /** A runner that ends with its parent is part of it: it does not drain, and the parent's death is a request too. */
  listen(exitWithParent: boolean): void {
    process.on("SIGTERM", () => this.request(exitWithParent));
    process.on("SIGINT", () => this.request(exitWithParent));
    if (!exitWithParent) return;
    if (!process.connected) notice("SIGNALBOX_RUNNER_EXIT_WITH_PARENT has no effect without an IPC channel");
    process.once("disconnect", () => this.request(true));
  }

  private request(withoutDraining: boolean): void {
    const now = performance.now();
    if (now - this.lastRequest < SAME_REQUEST_MS) return;
    this.lastRequest = now;
    const [drain, abort] = this.steps;
    if (withoutDraining) drain.abort();
    (this.steps.find((step) => !step.signal.aborted) ?? abort).abort();
  }
}
