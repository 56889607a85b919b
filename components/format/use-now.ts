import { useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while hydrating: what depends on the browser's clock and zone has to wait. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The current time, updated every `interval` milliseconds, unless it is null, and when there is another `subject`. */
export function useNow(interval: number | null, subject?: string): Date {
  const [{ now, of }, set] = useState(() => ({ now: new Date(), of: subject }));
  // What has just happened would be in the future.
  if (of !== subject) set({ now: new Date(), of: subject });
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => set((before) => ({ ...before, now: new Date() })), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
