import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/**
 * Next only notices that the URL is changed from an effect of its own on. Between hydration and that effect a click may already
 * have changed it, and its screen would never follow: this says it again. It may not be loaded on demand.
 */
export function MissedUrl() {
  const shown = useSearchParams().toString();
  const sayAgain = useEffectEvent(() => {
    const { href, search } = window.location;
    if (new URLSearchParams(search).toString() !== shown) window.history.replaceState(window.history.state, "", href);
  });
  // After the effects of the components around it.
  useEffect(() => queueMicrotask(() => sayAgain()), []);
  return null;
}
