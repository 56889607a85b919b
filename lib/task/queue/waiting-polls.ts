/** Long polls of this process that wait for work; announcements from all web nodes wake them. */
const waiters = globalThis as typeof globalThis & { signalboxWaiters?: Set<{ runnerId: number; wake: () => void }> };
waiters.signalboxWaiters ??= new Set();
let closing = false;

/** Wakes the polls of one runner, or of all runners. */
export function wake(runnerId: number | null): void {
  for (const waiter of waiters.signalboxWaiters ?? []) {
    if (runnerId === null || waiter.runnerId === runnerId) waiter.wake();
  }
}

/** Completes all polls now, so that the shutdown does not wait for them. */
export function closePolls(): void {
  closing = true;
  wake(null);
}

export const pollsClosing = (): boolean => closing;

/**
 * Starts listening at once; `wait` resolves on the first wake since then, on abort or after `ms`. Always call `end`.
 */
export function listenForWork(
  runnerId: number,
  signal: AbortSignal,
): { wait: (ms: number) => Promise<void>; end: () => void } {
  let isWoken = false;
  let resume = () => {};
  const onWake = () => {
    isWoken = true;
    resume();
  };
  const waiter = { runnerId, wake: onWake };
  waiters.signalboxWaiters?.add(waiter);
  signal.addEventListener("abort", onWake);
  return {
    async wait(ms) {
      if (!isWoken && !signal.aborted) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          resume = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
      }
      isWoken = false;
    },
    end() {
      waiters.signalboxWaiters?.delete(waiter);
      signal.removeEventListener("abort", onWake);
    },
  };
}
