"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Suspense, useMemo } from "react";
import { withTexts } from "@/components/language/loaded-texts";
import { DataTable } from "@/components/table/data-table";
import { type PackedRows, unpackRows } from "@/components/table/packed-rows";
import { SearchBox } from "@/components/table/search-box";
import { listOf } from "@/components/table/settings/list";
import { useSearch } from "@/components/table/use-search";
import { changeUrl } from "@/components/table/use-url-state";
import { openTask, taskHref } from "@/components/task/open-task";
import { useTitleCount } from "@/components/task/tab-title";
import { FilterBar } from "@/components/task/table/filters/filter-bar";
import { HistoryPager } from "@/components/task/table/history-pager";
import {
  chosenIn,
  HISTORY_LIST,
  HISTORY_PARAMS,
  type HistoryFilter,
  queryOf,
  selects,
} from "@/components/task/table/history-query";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { RerunButton } from "@/components/task/table/rerun-button";
import { useHistory } from "@/components/task/table/use-history";
import { useHistoryColumns } from "@/components/task/table/use-history-columns";
import { useSelection } from "@/components/task/table/use-selection";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";
import type { Filter } from "@/lib/filter/schema";

const BulkActions = dynamic(() =>
  withTexts(import("@/components/task/table/bulk-actions")).then((module) => module.BulkActions),
);

type HistoryTableProps = {
  projectId: number;
  tasks: PackedRows<HistoryRow>;
  /** What the tasks were selected by. */
  selected: HistoryFilter;
  saved: Filter[];
};

/** All tasks of a project, a page at a time; the server searches. */
export function HistoryTable({ projectId, tasks, saved, ...props }: HistoryTableProps) {
  const t = useTranslations("task");
  const mayRun = usePermission("runTasks");
  const initial = useMemo(() => unpackRows(tasks), [tasks]);
  const { filter, shown, ...page } = useHistory(projectId, initial, props.selected);
  const [query, setQuery] = useSearch("q", () => changeUrl({ before: null, after: null }));
  const { selected, column, ...selection } = useSelection(page.rows);
  const columns = useHistoryColumns();
  const unused = page.rows.length === 0 && !page.newer && !selects(filter) && !selects(shown);
  useTitleCount(page.rows.filter(({ status }) => status === "running").length);
  return (
    <div id={HISTORY_LIST} className="scroll-mt-4">
      <DataTable
        label={t("history")}
        list={{
          ...listOf("GET /project/:projectId/tasks", { params: { projectId }, query: queryOf(filter) }),
          isPage: true,
        }}
        rows={page.rows}
        columns={mayRun ? [column, ...columns] : columns}
        rowKey={(task) => task.id}
        rowHref={(task) => taskHref(projectId, task.id)}
        onOpen={(task) => openTask(task.id)}
        urlKey="shown"
        tight
        actions={mayRun ? (task) => <RerunButton task={task} /> : undefined}
        toolbar={
          !unused && (
            <>
              <SearchBox value={query} onChange={setQuery} />
              <FilterBar {...{ projectId, filter, saved }} />
              <Suspense>{selected.length > 0 && <BulkActions tasks={selected} {...selection} />}</Suspense>
            </>
          )
        }
        empty={useEmpty({ projectId, unused, filter, query, clear: () => setQuery("") })}
        footer={<HistoryPager {...page} />}
      />
    </div>
  );
}

type Emptiness = { projectId: number; unused: boolean; filter: HistoryFilter; query: string; clear: () => void };

/** Replaces the rows when there are none: no task yet, or none that is searched for. */
function useEmpty({ projectId, unused, filter, query, clear }: Emptiness) {
  const t = useTranslations();
  if (!unused) {
    const reset = () => {
      changeUrl(Object.fromEntries(HISTORY_PARAMS.map((name) => [name, null])));
      clear();
    };
    const text = query.trim() === "" ? t("task.pages.none") : t("table.noMatch", { query });
    const label = t(chosenIn(filter).length > 0 ? "task.filters.clear" : "table.clearSearch");
    return { text, action: <Button onClick={reset}>{label}</Button> };
  }
  const action = (
    <Button asChild>
      <Link href={`/project/${projectId}/templates`}>{t("task.toTemplates")}</Link>
    </Button>
  );
  return { text: t("task.noneInProject"), icon: <History />, action };
}
