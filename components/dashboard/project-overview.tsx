"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "@/components/api-client";
import { CreateProvider } from "@/components/create/create-provider";
import { DashboardBlocks } from "@/components/dashboard/dashboard-blocks";
import { ProjectName } from "@/components/dashboard/task-name";
import { useLiveDashboard } from "@/components/dashboard/use-live-dashboard";
import { useProjectRooms } from "@/components/dashboard/use-project-rooms";
import { ConsoleProvider, useConsole } from "@/components/shell/console-context";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { taskHref } from "@/components/task/open-task";
import { useTitleCount } from "@/components/task/tab-title";
import type { HistoryRow } from "@/components/task/table/pack-history";
import { useHistoryColumns } from "@/components/task/table/use-history-columns";
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
      <DashboardBlocks dashboard={shown} across={{ projects: shown.projects, InProject }} {...live} />
      <DataTable
        label={t("dashboard.recent")}
        list={{ name: "overview" }}
        rows={shown.recent}
        columns={useColumns(shown.projects)}
        rowKey={({ id }) => id}
        rowHref={({ project_id, id }) => taskHref(project_id, id)}
        empty={{ text: t("task.noneInProjects"), icon: <History /> }}
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

type InProjectProps = { project: Overview["projects"][number]; children: ReactNode };

/** On a page of several projects: what is inside sees the user's permissions in one of them. */
function InProject({ project: { id, permissions }, children }: InProjectProps) {
  const place = useConsole();
  return (
    <ConsoleProvider value={{ ...place, permissions }}>
      <CreateProvider projectId={id}>{children}</CreateProvider>
    </ConsoleProvider>
  );
}
