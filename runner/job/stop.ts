import type { TaskReason } from "@/lib/protocol/reasons";
import type { Outcome } from "@/runner/job/saved-attempt";
import { type Exit, type Ladder, type RunningProcess, STOP_LADDERS } from "@/runner/process";

/**
 * Why an attempt is stopped from outside. `fence`: no contact to the server for so long that it may give the task up;
 * `quit`: the runner exits; `lost`: the server has abandoned the attempt.
 */
export type StopCause = "stop" | "kill" | "timeout" | "fence" | "quit" | "disk" | "lost";

type Verdict = { result: "stopped" | "error"; reason: TaskReason; text: string };

export const VERDICTS: Record<StopCause, Verdict> = {
  stop: { result: "stopped", reason: "stopped_by_user", text: "stopped on request" },
  kill: { result: "stopped", reason: "stopped_by_user", text: "force-stopped on request" },
  timeout: { result: "error", reason: "timed_out", text: "stopped because its time is over" },
  fence: {
    result: "error",
    reason: "runner_lost",
    text: "stopped because the console could not be reached for too long",
  },
  quit: { result: "error", reason: "runner_restarted", text: "stopped because the runner is shutting down" },
  disk: { result: "error", reason: "no_space", text: "stopped because the runner's disk is full" },
  lost: { result: "error", reason: "runner_lost", text: "stopped because the console has given it up" },
};

const AT_ONCE: ReadonlySet<StopCause> = new Set(["kill", "disk", "lost"]);
/** The server frees the slot one minute after the fence, so the whole ladder has to fit well inside. */
const FENCE_MS = 20_000;

/** Thrown where a stopped attempt would continue. */
export class Stopped extends Error {
  override name = "Stopped";
}

/** Stops an attempt, whatever it is doing. */
export class Stopper {
  private given: StopCause | null = null;
  private readonly requested = new Set<StopCause>();
  private current: { process: RunningProcess; ladder: Ladder } | null = null;
  private readonly controller = new AbortController();
  private readonly people = new AbortController();

  /** Aborts at the first request; for waits without a process. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Aborts when people stop the task. */
  get byPeople(): AbortSignal {
    return this.people.signal;
  }

  get cause(): StopCause | null {
    return this.given;
  }

  /** The first cause decides the result, except that `lost` overrides all. A kill may follow a plain stop. */
  request(cause: StopCause): void {
    if (this.given === null || cause === "lost" || (this.given === "stop" && cause === "kill")) this.given = cause;
    this.requested.add(cause);
    if (cause === "stop") this.people.abort();
    this.stopCurrent(cause);
    this.controller.abort(new Stopped());
  }

  /** Throws Stopped if a stop was requested. */
  check(): void {
    if (this.given !== null) throw new Stopped();
  }

  /** Waits for a process and forwards stop requests to it; throws Stopped when one ended it. */
  async watch(process: RunningProcess, ladder: Ladder): Promise<Exit> {
    this.current = { process, ladder };
    // Requests may have arrived while the process was starting, and a later one may be more urgent.
    for (const cause of this.requested) this.stopCurrent(cause);
    try {
      const exit = await process.ended;
      if (process.signalled) throw new Stopped();
      return exit;
    } finally {
      this.current = null;
    }
  }

  verdict(): Outcome {
    const { result, reason } = VERDICTS[this.given ?? "stop"];
    return { result, reason, exit_code: null };
  }

  private stopCurrent(cause: StopCause): void {
    if (!this.current) return;
    const { process, ladder } = this.current;
    const hurried = ladder.slice(0, 1).map((rung) => ({ ...rung, waitMs: Math.min(rung.waitMs, FENCE_MS) }));
    const over = AT_ONCE.has(cause) ? process.kill() : process.stop(cause === "fence" ? hurried : ladder);
    // A failed start is reported by `ended`, which watch awaits.
    over.catch(() => undefined);
  }
}

export const ladderOf = (style: keyof typeof STOP_LADDERS): Ladder => STOP_LADDERS[style];
