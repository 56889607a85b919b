import { type ChildProcess, spawn } from "node:child_process";
import { type Program, packageRoot, programArguments } from "../programs";
import type { RunningService } from "./service";

export type ChildOptions = {
  program: Program;
  environment: NodeJS.ProcessEnv;
  /** Time between SIGTERM and SIGKILL. */
  patienceMs: number;
};

const FORCE_MS = 2_000;

/** Starts one of our programs; rejects if it cannot be started. It detects our death by its IPC channel, see with-parent.ts. */
export async function startChild({ program, environment, patienceMs }: ChildOptions): Promise<RunningService> {
  const child = spawn(process.execPath, programArguments(program), {
    cwd: packageRoot,
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // In its own group, so that Ctrl-C only reaches us and we stop the children in order.
    detached: true,
  });
  const exited = settled(child);
  const stop = async ({ force }: { force: boolean }): Promise<void> => {
    // A second SIGTERM makes the runner kill its tasks, which have process groups of their own.
    child.kill("SIGTERM");
    const timer = setTimeout(() => killGroup(child.pid), force ? FORCE_MS : patienceMs);
    await exited;
    clearTimeout(timer);
  };
  return { exited, stop };
}

/** Resolves when the child has exited, or could not be started, with what happened. */
export const settled = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // ESRCH: the group has just exited.
  }
}
