import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import { errorCode, TaskProblem, toolMissing } from "@/runner/job/problem";
import { emptyCgroup, openCgroup } from "@/runner/process/cgroup";
import { type Environment, findProgram } from "@/runner/process/environment";
import { killMarked, lockLimitOf, sendSignal } from "@/runner/process/sweep";

/** How long output may still arrive after the process has ended, from children that hold its pipe. */
const DRAIN_MS = 2_000;
/**
 * Before the program starts, sets what its children inherit and can't drop by accident: the limit that marks them ($1)
 * and the control group ($2), if available.
 */
const ENTER =
  '[ -z "$1" ] || ulimit -x "$1" 2>/dev/null || ulimit -w "$1" 2>/dev/null; ' +
  '[ -z "$2" ] || { echo 0 >"$2/cgroup.procs"; } 2>/dev/null';
/**
 * Kills the group when file 3 closes, which the kernel does however the runner dies; otherwise the task would run until
 * the next runner starts. It is not a child of the program, which may wait for all of its own.
 */
const GUARD =
  '( (trap "" HUP INT TERM; read -r _ <&3; [ -z "$2" ] || echo 1 >"$2/cgroup.kill"; kill -s KILL -- -$$)' +
  " >/dev/null 2>&1 & ); exec 3<&-";
const START = `ulimit -c 0; ${ENTER}; ${GUARD}; shift 2`;
/** The shell only joins stderr to stdout, to keep their order, and then becomes the program: same pid and group. */
const JOINED = `${START}; exec 2>&1; exec "$@"`;
const SEPARATE = `${START}; exec "$@"`;

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
  sweep?: { mark: string; spared: ReadonlySet<number> };
  /** Awaited before more is read, so a slow consumer slows the process down instead of filling memory. */
  onOutput: OutputHandler;
  /** Without it stderr goes to `onOutput`, in order. */
  onError?: OutputHandler;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** Starts a program in its own process group; throws TaskProblem when the program doesn't exist. */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const program = await findProgram(spec.command, spec.env, spec.cwd);
  if (!program) throw toolMissing(spec.command);
  const cgroup = spec.sweep ? await openCgroup(spec.sweep.mark) : null;
  return new RunningProcess(spec, program, cgroup);
}

export class RunningProcess {
  /** Resolves when the process has ended, its output is read, and all its children are gone. */
  readonly ended: Promise<Exit>;
  /** Whether we may have caused the exit. */
  signalled = false;

  private readonly child;
  private readonly exited: Promise<Exit>;
  private over = false;

  constructor(
    private readonly spec: ProcessSpec,
    program: string,
    private readonly cgroup: string | null,
  ) {
    const script = spec.onError ? SEPARATE : JOINED;
    const entered = [spec.sweep ? String(lockLimitOf(spec.sweep.mark)) : "", cgroup ?? ""];
    this.child = execa("/bin/sh", ["-c", script, "signalbox", ...entered, program, ...spec.args], {
      cwd: spec.cwd,
      env: spec.env,
      extendEnv: false,
      stdio: ["ignore", "pipe", spec.onError ? "pipe" : "ignore", "pipe"],
      buffer: false,
      detached: true,
      reject: false,
    });
    this.exited = this.watchExit();
    this.ended = this.watchEnd();
  }

  /** Sends the ladder's signals until the process ends; further calls have no effect. */
  async stop(ladder: Ladder): Promise<void> {
    if (this.signalled || this.over) return;
    this.signalled = true;
    for (const { signal, to, waitMs } of ladder) {
      this.send(signal, to);
      const timer = new AbortController();
      await Promise.race([this.exited, delay(waitMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
      timer.abort();
      if (this.over) return;
    }
    this.send("SIGKILL", "group");
  }

  kill(): void {
    if (this.over) return;
    this.signalled = true;
    this.send("SIGKILL", "group");
  }

  private send(signal: NodeJS.Signals, to: "group" | "leader"): void {
    const { pid } = this.child;
    if (pid !== undefined) sendSignal(to === "group" ? -pid : pid, signal);
  }

  /** On `exit`, because the pipes stay open as long as a grandchild lives. */
  private async watchExit(): Promise<Exit> {
    const exit = new Promise<Exit>((resolve) => this.child.once("exit", (code, signal) => resolve({ code, signal })));
    const failure = this.child.then((result) => {
      if (this.child.pid === undefined) throw spawnProblem(this.spec.command, result);
      return exit;
    });
    return Promise.race([exit, failure]).finally(() => {
      this.over = true;
    });
  }

  private async watchEnd(): Promise<Exit> {
    const drained = Promise.all([
      drain(this.child.stdout, this.spec.onOutput),
      drain(this.child.stderr, this.spec.onError ?? (() => undefined)),
    ]);
    // Awaited below; a handler's failure must not count as unhandled until then.
    drained.catch(() => undefined);
    const exit = await this.exited;
    await within(DRAIN_MS, drained);
    this.send("SIGKILL", "group");
    if (this.spec.sweep) await this.sweep(this.spec.sweep);
    await within(DRAIN_MS, drained);
    for (const stream of this.child.stdio) stream?.destroy();
    await drained;
    return exit;
  }

  /** A control group holds all processes; those that escaped it on purpose are found at the end of the attempt. */
  private async sweep({ mark, spared }: NonNullable<ProcessSpec["sweep"]>): Promise<void> {
    if (this.cgroup === null || !(await emptyCgroup(mark))) await killMarked(mark, spared);
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

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

function spawnProblem(command: string, failure: unknown): TaskProblem {
  const code = errorCode(failure) ?? (failure instanceof Error ? failure.message : "unknown");
  if (code === "E2BIG") {
    return new TaskProblem("workspace_failed", `${command}: the arguments and variables together are too large`);
  }
  return new TaskProblem("workspace_failed", `${command} could not be started: ${code}`);
}
