"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DashboardBlocks } from "@/components/dashboard/dashboard-blocks";
import { ProjectName } from "@/components/dashboard/task-name";
import { useLiveDashboard } from "@/components/dashboard/use-live-dashboard";
import { useProjectRooms } from "@/components/dashboard/use-project-rooms";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { taskHref } from "@/components/task/open-task";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { useHistoryColumns } from "@/components/task/table/use-task-columns";
import { useTitleCount } from "@/components/task/use-tab";
import type { Overview } from "@/lib/task/schema/dashboard";

/** What needs attention in all projects of the user, and their newest tasks. */
export function ProjectOverview({ overview, timezone }: { overview: Overview; timezone: string }) {
  const t = useTranslations();
  const { value: shown, ...live } = useLiveDashboard({
    value: overview,
    timezone,
    load: (zone, signal) => api("GET /overview", { query: { timezone: zone }, signal }),
  });
  useProjectRooms(shown.projects.map(({ id }) => id));
  useTitleCount(shown.active.filter(({ status }) => status === "running").length);
  return (
    <>
      <DashboardBlocks dashboard={shown} projects={shown.projects} {...live} />
      <DataTable
        label={t("dashboard.recent")}
        list={{ name: "overview" }}
        rows={shown.recent}
        columns={useColumns(shown.projects)}
        rowKey={({ id }) => id}
        rowHref={({ project_id, id }) => taskHref(project_id, id)}
        empty={{ text: t("task.noneInProject"), icon: <History /> }}
      />
    </>
  );
}

/** Those of a history, with the project after the template. */
function useColumns(projects: Overview["projects"]): Column<HistoryRow>[] {
  const t = useTranslations("task.active");
  const columns = useHistoryColumns();
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const project = {
    key: "project",
    header: t("project"),
    cell: ({ project_id }: HistoryRow) => <ProjectName id={project_id} name={names.get(project_id) ?? ""} />,
  };
  return [...columns.slice(0, 2), project, ...columns.slice(2)];
}
