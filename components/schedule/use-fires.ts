"use client";

import { useCallback, useEffect, useState } from "react";
import { z } from "zod";
import { apiGet } from "@/components/api-client";
import { Fire } from "@/lib/schedule/schema";

const PAGE = 10;

type State = { fires: Fire[]; more: boolean } | "failed" | null;

/** What came of the schedule's runs, newest first, page after page; null while the first one loads. */
export function useFires(projectId: number, scheduleId: number) {
  const [state, setState] = useState<State>(null);
  const path = `/api/project/${projectId}/schedules/${scheduleId}/fires?limit=${PAGE}`;

  const load = useCallback(
    (shown: Fire[], signal?: AbortSignal) => {
      const last = shown.at(-1);
      const before = last ? `&before=${encodeURIComponent(new Date(last.due_at).toISOString())}` : "";
      return apiGet(path + before, z.array(Fire), signal).then(
        (fires) => setState({ fires: [...shown, ...fires], more: fires.length === PAGE }),
        () => signal?.aborted || setState("failed"),
      );
    },
    [path],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void load([], leaving.signal);
    return () => leaving.abort();
  }, [load]);

  return { state, load };
}
