import { useEffect, useState } from "react";

/** A task's last lines and its end arrive at about the same time, in either order. */
const LINGER_MS = 2000;

/** True while `active`, and for a moment afterwards. */
export function useLingering(active: boolean): boolean {
  const [lingering, setLingering] = useState(active);
  if (active && !lingering) setLingering(true);
  useEffect(() => {
    if (active) return;
    const timer = setTimeout(() => setLingering(false), LINGER_MS);
    return () => clearTimeout(timer);
  }, [active]);
  return lingering;
}
