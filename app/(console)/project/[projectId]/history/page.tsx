import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { loadChecklist } from "@/app/(console)/project/[projectId]/history/load-checklist";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ProjectChecklist, ProjectDashboard } from "@/components/dashboard/project-dashboard";
import { ScreenTexts } from "@/components/language/screen-texts";
import { homeOf } from "@/components/project/choose-project";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { TIME_ZONE_COOKIE } from "@/components/shell/cookies";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { queryOf, readFilter } from "@/components/task/table/history-query";
import { HistoryTable } from "@/components/task/table/history-table";
import { packHistory } from "@/components/task/table/pack-history";
import { listFilters } from "@/lib/filter/operations";
import { load } from "@/lib/operation/load";
import { getDashboard } from "@/lib/task/dashboard/operations";
import { listLastTasks } from "@/lib/task/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("dashboard") };
}

/** The URL selects tasks and a page of them. */
type HistoryScreen = ProjectPage & { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function HistoryPage({ params, searchParams }: HistoryScreen) {
  const projectId = readId((await params).projectId);
  const wanted = await searchParams;
  const filter = readFilter((name) => [wanted[name]].flat()[0]);
  const timezone = (await cookies()).get(TIME_ZONE_COOKIE)?.value ?? "UTC";
  const [t, { project, can }, tasks, dashboard, saved] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listLastTasks, { projectId }, queryOf(filter)),
    load(getDashboard, { projectId }, { timezone }),
    load(listFilters, { projectId }),
  ]);
  if (project.type !== "") redirect(homeOf(project));
  const checklist = can("manageResources") ? await loadChecklist(projectId) : null;
  return (
    <ScreenTexts of="history">
      <PageHeader title={t("dashboard")} />
      <DashboardTabs projectId={projectId} active="history" maySettings={can("updateProject")} />
      <PageBody>
        {checklist && (
          <ScreenTexts of="checklist">
            <ProjectChecklist {...checklist} />
          </ScreenTexts>
        )}
        <ProjectDashboard {...{ projectId, dashboard, timezone }} />
        <HistoryTable projectId={projectId} tasks={packHistory(tasks)} selected={filter} saved={saved} />
      </PageBody>
    </ScreenTexts>
  );
}
