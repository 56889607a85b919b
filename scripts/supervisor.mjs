import { spawn } from "node:child_process";
import { root } from "./ensure.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"];

/** Runs the supervisor as a child, forwards signals and exits with its code. Its IPC channel tells it when we are killed. */
export function runSupervisor(args) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) watchParent(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1);
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
  return child;
}

/** npm forwards signals, but nothing reports when npm itself is killed. */
export function watchParent(onKilled) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && onKilled(), 1_000).unref();
}
