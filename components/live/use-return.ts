import { useEffect, useEffectEvent } from "react";

/** Calls `act` when the page is looked at again, perhaps after hours in another tab. */
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
