import { spawn } from "node:child_process";
import { type Program, packageRoot, programArguments } from "../programs";
import type { Alive } from "./service";

export type ChildOptions = {
  program: Program;
  environment: NodeJS.ProcessEnv;
  /** How long it may take to end after SIGTERM before it is killed. */
  patienceMs: number;
};

const FORCE_MS = 2_000;

/** Starts one of our programs. Its IPC channel is the line by which it notices our death, see with-parent.ts. */
export function startChild({ program, environment, patienceMs }: ChildOptions): Promise<Alive> {
  const child = spawn(process.execPath, programArguments(program), {
    cwd: packageRoot,
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Its own group: a Ctrl-C in the terminal is for us, and we end the children in order.
    detached: true,
  });
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  const stop = async (force: boolean): Promise<void> => {
    // A second SIGTERM makes the runner kill its tasks, which are in groups of their own.
    child.kill("SIGTERM");
    const timer = setTimeout(() => killGroup(child.pid), force ? FORCE_MS : patienceMs);
    await exited;
    clearTimeout(timer);
  };
  return Promise.resolve({ exited, stop });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // ESRCH: the group ended a moment ago.
  }
}
