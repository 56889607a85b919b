import { useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while hydrating: what depends on the browser's clock and zone has to wait. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The current time, updated every `interval` milliseconds; null never updates. */
export function useNow(interval: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => setNow(new Date()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
