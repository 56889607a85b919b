"use client";

import dynamic from "next/dynamic";
import { api } from "@/components/api-client";
import { DashboardBlocks } from "@/components/dashboard/dashboard-blocks";
import { useLiveDashboard } from "@/components/dashboard/use-live-dashboard";
import type { Dashboard } from "@/lib/task/schema/dashboard";

/** Only new projects show it. From a server component, dynamic() would leave it in the page's own script. */
export const ProjectChecklist = dynamic(() =>
  import("@/components/project/checklist/project-checklist").then((module) => module.ProjectChecklist),
);

type ProjectDashboardProps = { projectId: number; dashboard: Dashboard; timezone: string };

/** What needs attention in a project. */
export function ProjectDashboard({ projectId, dashboard, timezone }: ProjectDashboardProps) {
  const { value, ...live } = useLiveDashboard({
    value: dashboard,
    timezone,
    load: (zone, signal) =>
      api("GET /project/:projectId/dashboard", { params: { projectId }, query: { timezone: zone }, signal }),
  });
  return <DashboardBlocks dashboard={value} history={`/project/${projectId}/history`} {...live} />;
}
