"use client";

import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { apiGet } from "@/components/api-client";
import { Delivery } from "@/lib/integration/schema";

const PAGE = 20;

/** The newest deliveries to an integration, to the whole project when it is null; further pages on demand. Undefined until they have come. */
export function useDeliveries(projectId: number, integrationId: number | null) {
  const [rows, setRows] = useState<Delivery[] | undefined>();
  const [state, setState] = useState<"ready" | "loading" | "failed">("loading");
  const [more, setMore] = useState(false);
  const of = integrationId === null ? "" : `&integration_id=${integrationId}`;
  const path = `/api/project/${projectId}/integrations/deliveries?limit=${PAGE}${of}`;

  const load = useCallback(
    async (shown: Delivery[], signal?: AbortSignal) => {
      setState("loading");
      const last = shown.at(-1);
      try {
        const page = await apiGet(last ? `${path}&before=${last.id}` : path, z.array(Delivery), signal);
        setRows([...shown, ...page]);
        setMore(page.length === PAGE);
        setState("ready");
      } catch {
        // Whatever it is, the reader can try again.
        if (!signal?.aborted) setState("failed");
      }
    },
    [path],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void load([], leaving.signal);
    return () => leaving.abort();
  }, [load]);

  return { rows, state, more, reload: () => load([]), older: () => load(rows ?? []) };
}
