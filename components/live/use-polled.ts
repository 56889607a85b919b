"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { z } from "zod";
import { apiGet } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";

type PolledOptions<Schema extends z.ZodType> = {
  /** From the server, with the page. */
  initial: z.output<Schema>;
  /** In the API. */
  path: string;
  schema: Schema;
  seconds: number;
};

/** What the server gave, asked for again every so often while somebody looks; and a function that asks at once. */
export function usePolled<Schema extends z.ZodType>({
  initial,
  path,
  schema,
  seconds,
}: PolledOptions<Schema>): [z.output<Schema>, () => void] {
  const [given, setGiven] = useState(initial);
  const [value, setValue] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setValue(initial);
  }
  const refetch = useRefetch(async (signal) => setValue(await apiGet(path, schema, signal)));
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
