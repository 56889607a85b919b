import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "@/components/live/live-provider";

/** Back and forward show a page at once as it was, however long ago: this reads it again behind what is shown. */
export function useFreshReturn(): void {
  const router = useRouter();
  const path = usePathname();
  const { state } = useLive();
  const returnsTo = useRef<string | null>(null);
  const arrive = useEffectEvent(() => {
    // Without the server, the refresh would wait, and what is pressed meanwhile behind it.
    if (returnsTo.current === path && state !== "away") router.refresh();
    returnsTo.current = null;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is an arrival
  useEffect(() => arrive(), [path]);
  useEffect(() => {
    const turn = () => {
      returnsTo.current = window.location.pathname;
    };
    window.addEventListener("popstate", turn);
    return () => window.removeEventListener("popstate", turn);
  }, []);
}
