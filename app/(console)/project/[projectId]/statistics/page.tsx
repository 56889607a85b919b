import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { TIME_ZONE_COOKIE } from "@/components/shell/cookies";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { StatisticsReport } from "@/components/statistics/statistics-report";
import { load } from "@/lib/operation/load";
import { getStatistics } from "@/lib/statistics/operations";
import { StatisticsQuery } from "@/lib/statistics/schema";

export async function generateMetadata() {
  const t = await getTranslations("project");
  return { title: t("statistics") };
}

type StatisticsPage = ProjectPage & { searchParams: Promise<{ days?: string; template?: string }> };

export default async function Page({ params, searchParams }: StatisticsPage) {
  const projectId = readId((await params).projectId);
  const { days: wanted, template } = await searchParams;
  // Other numbers of days are ignored, as unreadable filters of the history are.
  const days = StatisticsQuery.shape.days.safeParse(wanted).data;
  const timezone = (await cookies()).get(TIME_ZONE_COOKIE)?.value;
  const template_id = template ? readId(template) : undefined;
  const [t, { project, can }, statistics] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getStatistics, { projectId }, { days, template_id, timezone }),
  ]);
  return (
    <>
      <PageHeader title={t("dashboard")} />
      <DashboardTabs
        projectId={projectId}
        active="statistics"
        maySettings={can("updateProject")}
        ordinary={project.type === ""}
      />
      <PageBody>
        <StatisticsReport {...{ projectId, projectName: project.name, statistics, templateId: template_id ?? null }} />
      </PageBody>
    </>
  );
}
