import { useEffect, useEffectEvent, useState } from "react";
import { useRefetch } from "@/components/live/use-refetch";

type PolledOptions<Value> = {
  /** From the server, with the page. */
  initial: Value;
  load: (signal: AbortSignal) => Promise<Value>;
  seconds: number;
};

/** What the server gave, asked for again every so often while somebody looks; and a function that asks at once. */
export function usePolled<Value>({ initial, load, seconds }: PolledOptions<Value>): [Value, () => void] {
  const [given, setGiven] = useState(initial);
  const [value, setValue] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setValue(initial);
  }
  const refetch = useRefetch(async (signal) => setValue(await load(signal)));
  const ask = useEffectEvent(() => {
    if (!document.hidden) refetch();
  });

  useEffect(() => {
    const timer = setInterval(() => ask(), seconds * 1000);
    const onLook = () => ask();
    document.addEventListener("visibilitychange", onLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [seconds]);

  return [value, refetch];
}
