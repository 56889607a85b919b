import type { Service } from "./service";

/** npm and the terminal both deliver one Ctrl-C; what comes this soon is the same one. */
const SAME_PRESS_MS = 700;

export type StopSignals = {
  /** Aborted at the first request to stop. */
  stopped: AbortSignal;
  /** Aborted at the second: end everything now. */
  forced: AbortSignal;
};

/** Listens for Ctrl-C, SIGTERM, a closed terminal, and the death of the process that started us. */
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
  // A closed terminal or pipe must not end us before our children have ended.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return { stopped: stop.signal, forced: force.signal };
}

/** Ends services one after the other, the youngest first; each ends in a bounded time, and at once when forced. */
export async function stopInOrder(services: readonly Service[], forced: AbortSignal): Promise<void> {
  for (const service of services.toReversed()) {
    const forceStop = () => void service.stop(true);
    forced.addEventListener("abort", forceStop);
    await service.stop(forced.aborted);
    forced.removeEventListener("abort", forceStop);
  }
}

/** Settles at the first request to stop. */
export function untilStopped(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve();
    stopped.addEventListener("abort", () => resolve());
  });
}
