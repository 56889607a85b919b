import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { MoreTexts } from "@/components/language/more-texts";
import { BackupForm } from "@/components/project/backup-form";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { DeleteButton } from "@/components/project/delete-button";
import { ProjectAction } from "@/components/project/project-action";
import { ReportSection } from "@/components/project/report/restore-report";
import { SettingsForm } from "@/components/project/settings-form";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { Card, CardContent } from "@/components/ui/card";
import { getRestoreReport } from "@/lib/backup/operations";
import { listChannels } from "@/lib/notification/operations";
import { load } from "@/lib/operation/load";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: t("settings") };
}

export default async function Page({ params }: ProjectPage) {
  const t = await getTranslations();
  const projectId = readId((await params).projectId);
  const { project, can } = await projectAccess(projectId);
  if (!can("updateProject")) notFound();
  const channels = await load(listChannels, {});
  const { lines } = await load(getRestoreReport, { projectId });
  return (
    <MoreTexts>
      <PageHeader title={t("shell.nav.dashboard")} />
      <DashboardTabs projectId={projectId} active="settings" maySettings ordinary={project.type === ""} />
      <PageBody className="grid content-start items-start gap-6 xl:grid-cols-2">
        <Card>
          <CardContent>
            <SettingsForm project={project} channels={channels} />
          </CardContent>
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          {can("manageResources") && (
            <ProjectAction title={t("project.backup.title")} text={t("project.backup.text")}>
              <BackupForm projectId={projectId} />
            </ProjectAction>
          )}
          {can("manageResources") && <ReportSection projectId={projectId} lines={lines} />}
          <ProjectAction destructive title={t("project.deleteTitle")} text={t("project.deleteWarning")}>
            <DeleteButton project={project} />
          </ProjectAction>
        </div>
      </PageBody>
    </MoreTexts>
  );
}
