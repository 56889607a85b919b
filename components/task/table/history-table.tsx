"use client";

import { History, ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { DataTable } from "@/components/table/data-table";
import { type PackedRows, unpackRows } from "@/components/table/packed-rows";
import { SearchBox } from "@/components/table/search-box";
import { listOf } from "@/components/table/settings/list";
import { useSearch } from "@/components/table/use-search";
import { changeUrl } from "@/components/table/use-url-state";
import { openTask, taskHref } from "@/components/task/open-task";
import { HistoryPager } from "@/components/task/table/history-pager";
import { HISTORY_PARAMS, type HistoryFilter, queryOf, selects } from "@/components/task/table/history-query";
import { RerunButton } from "@/components/task/table/rerun-button";
import type { HistoryRow } from "@/components/task/table/task-row";
import { useHistory } from "@/components/task/table/use-history";
import { useSelection } from "@/components/task/table/use-selection";
import { useHistoryColumns } from "@/components/task/table/use-task-columns";
import { usePermission } from "@/components/task/use-permission";
import { useTitleCount } from "@/components/task/use-tab";
import { Button } from "@/components/ui/button";

const HistoryFilters = dynamic(() =>
  import("@/components/task/table/filters/history-filters").then((module) => module.HistoryFilters),
);
const BulkActions = dynamic(() => import("@/components/task/table/bulk-actions").then((module) => module.BulkActions));

/** All tasks of a project, a page at a time; the server searches. */
export function HistoryTable({ projectId, tasks }: { projectId: number; tasks: PackedRows<HistoryRow> }) {
  const t = useTranslations("task");
  const mayRun = usePermission("runTasks");
  const initial = useMemo(() => unpackRows(tasks), [tasks]);
  const { filter, ...page } = useHistory(projectId, initial);
  const [query, setQuery] = useSearch("q", () => changeUrl({ before: null, after: null }));
  const { selected, column, ...selection } = useSelection(page.rows);
  const columns = useHistoryColumns();
  const unused = page.rows.length === 0 && !page.newer && !selects(filter);
  useTitleCount(page.rows.filter(({ status }) => status === "running").length);
  return (
    <DataTable
      label={t("history")}
      list={listOf("GET /project/:projectId/tasks", { params: { projectId }, query: queryOf(filter) })}
      rows={page.rows}
      columns={mayRun ? [column, ...columns] : columns}
      rowKey={(task) => task.id}
      rowHref={(task) => taskHref(projectId, task.id)}
      onOpen={(task) => openTask(task.id)}
      urlKey="shown"
      actions={mayRun ? (task) => <RerunButton task={task} /> : undefined}
      toolbar={
        !unused && (
          <>
            <SearchBox value={query} onChange={setQuery} />
            <Filters projectId={projectId} filter={filter} />
            <Suspense>{selected.length > 0 && <BulkActions tasks={selected} {...selection} />}</Suspense>
          </>
        )
      }
      empty={useEmpty({ projectId, unused, query, clear: () => setQuery("") })}
      footer={<HistoryPager {...page} />}
    />
  );
}

/** The button that opens the filters; they are open from the start when the address has some. */
function Filters({ projectId, filter }: { projectId: number; filter: HistoryFilter }) {
  const t = useTranslations("task.filters");
  const { q: _, before: __, after: ___, ...chosen } = filter;
  const count = Object.keys(chosen).length;
  const [open, setOpen] = useState(count > 0);
  return (
    <>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        <ListFilter />
        {count > 0 ? t("buttonCount", { count }) : t("button")}
      </Button>
      <Suspense>{open && <HistoryFilters projectId={projectId} filter={filter} />}</Suspense>
    </>
  );
}

type Emptiness = { projectId: number; unused: boolean; query: string; clear: () => void };

/** Replaces the rows when there are none: no task yet, or none that is searched for. */
function useEmpty({ projectId, unused, query, clear }: Emptiness) {
  const t = useTranslations();
  if (!unused) {
    const reset = () => {
      changeUrl(Object.fromEntries(HISTORY_PARAMS.map((name) => [name, null])));
      clear();
    };
    const text = query.trim() === "" ? t("task.pages.none") : t("table.noMatch", { query });
    return { text, action: <Button onClick={reset}>{t("table.clearSearch")}</Button> };
  }
  const action = (
    <Button asChild>
      <Link href={`/project/${projectId}/templates`}>{t("task.toTemplates")}</Link>
    </Button>
  );
  return { text: t("task.noneInProject"), icon: <History />, action };
}
