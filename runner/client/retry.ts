import { setTimeout as delay } from "node:timers/promises";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** The server gave no usable response; a retry may succeed. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** Milliseconds before the next attempt; randomized, so that a fleet doesn't reconnect all at once. */
export function backOff(failures: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** Rejects with an AbortError as soon as the signal aborts. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal });

export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Aborts some time after another signal has aborted, or after this call if it has before. */
export function soonAfter(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  void whenAborted(signal).then(() => setTimeout(() => later.abort(), milliseconds).unref());
  return later.signal;
}

/** Retries until there is a response; only the signal ends it. */
export async function retryUntilAborted<Value>(attempt: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unreachable) || signal?.aborted) throw error;
      await pause(backOff(failures), signal);
    }
  }
}
