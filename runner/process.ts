import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Readable, Writable } from "node:stream";
import { errorCode } from "@/lib/process/error-code";
import { TaskProblem, toolMissing } from "@/runner/job/problem";
import { emptyCgroup, openCgroup } from "@/runner/process/cgroup";
import { type Environment, findProgram } from "@/runner/process/environment";
import { GUARDED } from "@/runner/process/guard";
import { killMarked, lockLimitOf, type Sweep, sendSignal } from "@/runner/process/sweep";

/** How long output may still arrive after the process has ended, from children that hold its pipe. */
const DRAIN_MS = 2_000;

/** Signals in order, each with a grace period; SIGKILL to the group follows the last. */
export type Ladder = readonly { signal: NodeJS.Signals; to: "group" | "leader"; waitMs: number }[];

/** A terraform that receives a second signal exits without saving its state, so it gets exactly one. */
export const STOP_LADDERS = {
  gentle: [
    { signal: "SIGINT", to: "group", waitMs: 10_000 },
    { signal: "SIGTERM", to: "group", waitMs: 5_000 },
  ],
  single: [{ signal: "SIGINT", to: "leader", waitMs: 120_000 }],
} as const satisfies Record<string, Ladder>;
export type StopStyle = keyof typeof STOP_LADDERS;

export type OutputHandler = (bytes: Buffer) => void | Promise<void>;

export type ProcessSpec = {
  command: string;
  args: readonly string[];
  env: Environment;
  cwd: string;
  /** Afterwards all processes of the attempt are killed, except the spared ones. Omit it where the group is enough. */
  sweep?: Sweep;
  /** The caller kills them next. */
  isLast?: boolean;
  /** Awaited before more is read, so a slow consumer slows the process down instead of filling memory. */
  onOutput: OutputHandler;
  /** Without it stderr goes to `onOutput`, in order. */
  onError?: OutputHandler;
  /**
   * For a program that makes things before it writes them down: instead of being killed, it is interrupted and gets
   * a grace period, also if the runner dies. `onGrace` is called when a kill has to wait for it.
   */
  saves?: { graceSeconds: number; scratch: string; onGrace(seconds: number): void };
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** Starts a program in its own process group; throws TaskProblem when the program doesn't exist or cannot start. */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const program = findProgram(spec.command, spec.env, spec.cwd);
  if (!program) throw toolMissing(spec.command);
  const cgroup = spec.sweep ? openCgroup(spec.sweep.mark) : null;
  try {
    const child = spawnGuarded(spec, program, cgroup);
    if (child.pid === undefined) throw (await once(child, "error"))[0];
    return new RunningProcess(spec, child, cgroup);
  } catch (error) {
    throw spawnProblem(spec.command, error);
  }
}

/** Without execa, which takes as much processor time as starting the process itself. */
function spawnGuarded(spec: ProcessSpec, program: string, cgroup: string | null): ChildProcess {
  const { sweep, saves, args, cwd, onError } = spec;
  const script = onError ? GUARDED.separate : GUARDED.joined;
  const marks = [sweep ? String(lockLimitOf(sweep.mark)) : "", cgroup ?? ""];
  const grace = saves ? [String(saves.graceSeconds), saves.scratch] : ["", ""];
  return spawn("/bin/sh", ["-c", script, "signalbox", ...marks, ...grace, program, ...args], {
    cwd,
    env: spec.env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", onError ? "pipe" : "ignore", "pipe"],
    detached: true,
  });
}

export class RunningProcess {
  /** Resolves when the process has ended, its output is read, and all its children are gone. */
  readonly ended: Promise<Exit>;
  /** Whether we may have caused the exit. */
  signalled = false;

  private readonly exited: Promise<Exit>;
  private over = false;
  private interruptedAt: number | null = null;
  private saved: Promise<void> | null = null;

  constructor(
    private readonly spec: ProcessSpec,
    private readonly child: ChildProcess,
    private readonly cgroup: string | null,
  ) {
    // The guard may be gone when it is told something.
    child.stdio[3]?.on("error", () => undefined);
    this.exited = this.watchExit();
    this.ended = this.watchEnd();
  }

  /** Sends the ladder's signals until the process ends. After a further call, the kill comes no later than at its end. */
  async stop(ladder: Ladder): Promise<void> {
    if (this.over) return;
    if (this.signalled) return this.hurry(ladder);
    this.signalled = true;
    for (const { signal, to, waitMs } of ladder) {
      this.interrupt(signal, to);
      await within(waitMs, this.exited);
      if (this.over) return;
    }
    this.send("SIGKILL", "group");
  }

  /** Sends no more signals but the kill: a program gets only those of the first ladder. */
  private async hurry(ladder: Ladder): Promise<void> {
    const milliseconds = ladder.reduce((sum, { waitMs }) => sum + waitMs, 0);
    await within(milliseconds, this.exited);
    if (!this.over && !this.saved) this.send("SIGKILL", "group");
  }

  /** At once, or when the grace period of a program that saves is over. */
  async kill(): Promise<void> {
    if (this.over) return;
    this.signalled = true;
    if (this.spec.saves) {
      this.saved ??= this.letSave(this.spec.saves);
      await this.saved;
    }
    if (!this.over) this.send("SIGKILL", "group");
  }

  private async letSave({ graceSeconds, onGrace }: NonNullable<ProcessSpec["saves"]>): Promise<void> {
    const since = this.interruptedAt ?? this.interrupt("SIGINT", "leader");
    const leftMs = since + graceSeconds * 1_000 - performance.now();
    if (leftMs <= 0) return;
    onGrace(Math.ceil(leftMs / 1_000));
    await within(leftMs, this.exited);
  }

  /** Tells the guard first: should the runner die now, it must not interrupt a second time. */
  private interrupt(signal: NodeJS.Signals, to: "group" | "leader"): number {
    this.interruptedAt ??= performance.now();
    this.tellGuard();
    this.send(signal, to);
    return this.interruptedAt;
  }

  private tellGuard(): void {
    const guard = this.child.stdio[3];
    if (guard instanceof Writable) guard.write("\n");
  }

  private send(signal: NodeJS.Signals, to: "group" | "leader"): void {
    const { pid } = this.child;
    if (pid !== undefined) sendSignal(to === "group" ? -pid : pid, signal);
  }

  /** On `exit`, because the pipes stay open as long as a grandchild lives. */
  private watchExit(): Promise<Exit> {
    return new Promise((resolve) =>
      this.child.once("exit", (code, signal) => {
        this.over = true;
        resolve({ code, signal });
      }),
    );
  }

  private async watchEnd(): Promise<Exit> {
    const drained = Promise.all([
      drain(this.child.stdout, this.spec.onOutput),
      drain(this.child.stderr, this.spec.onError ?? (() => undefined)),
    ]);
    // A handler's failure is reported below, when nothing of the process is left.
    const settled = drained.catch(() => undefined);
    const exit = await this.exited;
    const isDrained = await within(DRAIN_MS, settled);
    this.send("SIGKILL", "group");
    const { sweep, isLast } = this.spec;
    if (sweep && !(isDrained && isLast)) await this.sweep(sweep);
    await within(DRAIN_MS, settled);
    for (const stream of this.child.stdio) stream?.destroy();
    await drained;
    return exit;
  }

  /** A control group holds all processes; those that escaped it on purpose are found at the end of the attempt. */
  private async sweep(sweep: Sweep): Promise<void> {
    if (this.cgroup === null || !(await emptyCgroup(sweep.mark))) await killMarked(sweep);
  }
}

async function drain(stream: Readable | null, handle: OutputHandler): Promise<void> {
  if (!stream) return;
  try {
    for await (const bytes of stream) await handle(bytes as Buffer);
  } catch (error) {
    if (errorCode(error) !== "ERR_STREAM_PREMATURE_CLOSE" && errorCode(error) !== "ABORT_ERR") throw error;
  }
}

/** Whether the work was done in time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

function spawnProblem(command: string, failure: unknown): TaskProblem {
  const code = errorCode(failure) || (failure instanceof Error ? failure.message : "unknown");
  if (code === "E2BIG") {
    return new TaskProblem("settings_invalid", `${command}: the arguments and variables together are too large`);
  }
  return new TaskProblem("tool_failed", `${command} could not be started: ${code}`);
}
