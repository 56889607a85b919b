"use client";

import { History } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { api } from "@/components/api-client";
import { DataTable } from "@/components/table/data-table";
import { type PackedRows, unpackRows } from "@/components/table/packed-rows";
import { openTask, taskHref } from "@/components/task/open-task";
import type { HistoryRow } from "@/components/task/table/task-row";
import { useLiveTasks } from "@/components/task/table/use-live-tasks";
import { useHistoryColumns } from "@/components/task/table/use-task-columns";
import { useTitleCount } from "@/components/task/use-title-count";
import { Button } from "@/components/ui/button";

const PAGE_SIZE = 20;

/** The newest tasks of a project. */
export function HistoryTable({ projectId, tasks }: { projectId: number; tasks: PackedRows<HistoryRow> }) {
  const t = useTranslations("task");
  const columns = useHistoryColumns();
  const initial = useMemo(() => unpackRows(tasks), [tasks]);
  const rows =
    useLiveTasks({
      initial,
      load: (signal) => api("GET /project/:projectId/tasks/last", { params: { projectId }, signal }),
    }) ?? [];
  useTitleCount(rows.filter(({ status }) => status === "running").length);
  return (
    <DataTable
      label={t("history")}
      rows={rows}
      columns={columns}
      rowKey={(task) => task.id}
      rowHref={(task) => taskHref(projectId, task.id)}
      onOpen={(task) => openTask(task.id)}
      pageSize={PAGE_SIZE}
      search={rows.length > 0}
      empty={{
        text: t("noneInProject"),
        icon: <History />,
        action: (
          <Button asChild>
            <Link href={`/project/${projectId}/templates`}>{t("toTemplates")}</Link>
          </Button>
        ),
      }}
    />
  );
}
