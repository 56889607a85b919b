import { useEffect, useEffectEvent } from "react";

/**
 * Calls `act` when the page is looked at again, perhaps after hours in another tab: deletions are not announced, so what it
 * shows may be gone.
 */
export function useReturn(act: () => void): void {
  const look = useEffectEvent(act);
  useEffect(() => {
    const onChange = () => {
      if (!document.hidden) look();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, []);
}
