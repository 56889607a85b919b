import type { Service } from "./service";

/** npm and the terminal both deliver the same Ctrl-C; signals this close together count as one. */
const SAME_PRESS_MS = 700;

export type StopSignals = {
  /** Aborted at the first stop request. */
  stopped: AbortSignal;
  /** Aborted at the second: exit immediately. */
  forced: AbortSignal;
};

/** Listens for Ctrl-C, SIGTERM, a closed terminal, and the exit of the parent process. */
export function listenForStop(): StopSignals {
  const stop = new AbortController();
  const force = new AbortController();
  let firstAt = 0;
  const request = () => {
    if (stop.signal.aborted && performance.now() - firstAt > SAME_PRESS_MS) force.abort();
    if (stop.signal.aborted) return;
    firstAt = performance.now();
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  if (process.channel) process.on("disconnect", request);
  // A closed terminal or pipe, or a full disk, must not end this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return { stopped: stop.signal, forced: force.signal };
}

/** Stops services one by one, last started first; each within a time limit, and immediately when forced. */
export async function stopInOrder(services: readonly Service[], forced: AbortSignal): Promise<void> {
  for (const service of services.toReversed()) {
    const forceStop = () => void service.stop({ force: true });
    forced.addEventListener("abort", forceStop);
    await service.stop({ force: forced.aborted });
    forced.removeEventListener("abort", forceStop);
  }
}

/** Resolves at the first stop request. */
export function untilStopped(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve();
    stopped.addEventListener("abort", () => resolve());
  });
}
