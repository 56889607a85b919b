import type { Service } from "./service";

/** npm and the terminal both deliver one Ctrl-C; what comes this soon is the same one. */
const SAME_PRESS_MS = 700;

export type StopWish = {
  /** Aborted at the first wish to stop. */
  stopped: AbortSignal;
  /** Aborted at the second: end everything now. */
  hurried: AbortSignal;
};

/** Listens for Ctrl-C, SIGTERM, a closed terminal, and the death of the process that started us. */
export function listenForStop(): StopWish {
  const stop = new AbortController();
  const hurry = new AbortController();
  let firstAt = 0;
  const wish = () => {
    if (stop.signal.aborted && performance.now() - firstAt > SAME_PRESS_MS) hurry.abort();
    if (stop.signal.aborted) return;
    firstAt = performance.now();
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, wish);
  if (process.channel) process.on("disconnect", wish);
  // A closed terminal or pipe must not end us before our children have ended.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  return { stopped: stop.signal, hurried: hurry.signal };
}

/** Ends services one after the other, the youngest first; each ends in a bounded time, and at once when hurried. */
export async function stopInOrder(services: readonly Service[], hurried: AbortSignal): Promise<void> {
  for (const service of services.toReversed()) {
    const hurryUp = () => void service.stop(true);
    hurried.addEventListener("abort", hurryUp);
    await service.stop(hurried.aborted);
    hurried.removeEventListener("abort", hurryUp);
  }
}

/** Settles at the first wish to stop. */
export function untilStopped(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) resolve();
    stopped.addEventListener("abort", () => resolve());
  });
}
