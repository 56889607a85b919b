import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { EventTable } from "@/components/event/event-table";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { PageBody } from "@/components/shell/page-body";
import { PageHeader } from "@/components/shell/page-header";
import { listLastEvents } from "@/lib/event/operations";
import { load } from "@/lib/operation/load";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: t("activity") };
}

export default async function Page({ params }: ProjectPage) {
  const t = await getTranslations("shell.nav");
  const projectId = readId((await params).projectId);
  const { project, can } = await projectAccess(projectId);
  const events = await load(listLastEvents, { projectId });
  return (
    <>
      <PageHeader title={t("dashboard")} />
      <DashboardTabs
        projectId={projectId}
        active="activity"
        maySettings={can("updateProject")}
        ordinary={project.type === ""}
      />
      <PageBody>
        <EventTable events={events} />
      </PageBody>
    </>
  );
}
