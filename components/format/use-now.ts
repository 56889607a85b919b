import { useEffect, useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while hydrating: what depends on clock and zone of the reader has to wait for it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The present, renewed after `interval` milliseconds each; null never renews it. */
export function useNow(interval: number | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (interval === null) return;
    const timer = setInterval(() => setNow(new Date()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
