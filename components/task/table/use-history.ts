import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { api } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
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
import { isSame, useLiveTasks } from "@/components/task/table/use-live-tasks";
import { toast } from "@/components/ui/toast";

type History = HistoryPage<HistoryRow> & {
  filter: HistoryFilter;
  /** What the rows were selected by, which is another filter until those of a changed one have been fetched. */
  shown: HistoryFilter;
};

/** One page of the project's tasks, as the URL selects it, kept up to date. The server rendered `initial`, as `initialFilter` selects it. */
export function useHistory(projectId: number, initial: HistoryRow[], initialFilter: HistoryFilter): History {
  const problemText = useProblemText();
  const params = useSearchParams();
  const filter = readFilter((name) => params.get(name));
  const { rows: fetched = [], shown = filter } = useLiveTasks<HistoryRow, HistoryFilter>({
    initial,
    initialSelection: initialFilter,
    selection: filter,
    isNewest: filter.before === undefined && filter.after === undefined,
    status: filter.status,
    load: (signal) => {
      const query = queryOf(filter);
      return api("GET /project/:projectId/tasks/last", { params: { projectId }, query, signal }).catch((error) => {
        // The rows of the filter before stay.
        if (!isSame(shown, filter) && !signal.aborted) toast.error(problemText(error), { id: "history" });
        throw error;
      });
    },
  });

  // The page before may have become the first one.
  const reachedTop = shown.after !== undefined && fetched.length <= HISTORY_PAGE;
  useEffect(() => {
    if (reachedTop) changeUrl({ after: null });
  }, [reachedTop]);
  return { filter, shown, ...pageOf(fetched, shown) };
}
