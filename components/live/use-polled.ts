import { startTransition, useEffect, useEffectEvent, useState } from "react";
import { useRefetch } from "@/components/live/use-refetch";
import { useReturn } from "@/components/live/use-return";

type PolledOptions<Value> = {
  /** Rendered by the server with the page. */
  initial: Value;
  load: (signal: AbortSignal) => Promise<Value>;
  seconds: number;
};

/** A value from the server, refreshed periodically while the page is visible; and a function to refresh it now. */
export function usePolled<Value>({ initial, load, seconds }: PolledOptions<Value>): [Value, () => void] {
  const [given, setGiven] = useState(initial);
  const [value, setValue] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setValue(initial);
  }
  const refetch = useRefetch(async (signal) => {
    const loaded = await load(signal);
    // What shows it may have to be loaded too; until then, the page stays as it is.
    startTransition(() => setValue(loaded));
  });
  const ask = useEffectEvent(() => {
    if (!document.hidden) refetch();
  });

  useReturn(refetch);
  useEffect(() => {
    const timer = setInterval(() => ask(), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);

  return [value, refetch];
}
