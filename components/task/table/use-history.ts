import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { changeUrl } from "@/components/table/use-url-state";
import {
  HISTORY_PAGE,
  type HistoryFilter,
  type HistoryPage,
  pageOf,
  queryOf,
  readFilter,
} from "@/components/task/table/history-query";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { useLiveTasks } from "@/components/task/table/use-live-tasks";

type History = HistoryPage<HistoryRow> & { filter: HistoryFilter };

/** One page of the project's tasks, as the URL selects it, kept up to date. `initial` is what the server rendered for it. */
export function useHistory(projectId: number, initial: HistoryRow[]): History {
  const params = useSearchParams();
  const filter = readFilter((name) => params.get(name));
  const [loaded, setLoaded] = useState(filter);
  const fetched =
    useLiveTasks<HistoryRow>({
      initial,
      key: JSON.stringify(filter),
      isNewest: filter.before === undefined && filter.after === undefined,
      load: async (signal) => {
        const rows = await api("GET /project/:projectId/tasks/last", {
          params: { projectId },
          query: queryOf(filter),
          signal,
        });
        setLoaded(filter);
        return rows;
      },
    }) ?? [];

  // The page before may have become the first one.
  const reachedTop = loaded.after !== undefined && fetched.length <= HISTORY_PAGE;
  useEffect(() => {
    if (reachedTop) changeUrl({ after: null });
  }, [reachedTop]);
  return { filter, ...pageOf(fetched, loaded) };
}
