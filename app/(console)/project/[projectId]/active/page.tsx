import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { DashboardTabs } from "@/components/project/dashboard-tabs";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { ActiveTasks } from "@/components/task/active/active-tasks";
import { load } from "@/lib/operation/load";
import { listProjectActiveTasks } from "@/lib/task/active/admin-operations";

export async function generateMetadata() {
  const t = await getTranslations("task.active");
  return { title: t("title") };
}

/** What waits and runs in the project. */
export default async function ActivePage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { project, can }, tasks] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listProjectActiveTasks, { projectId }),
  ]);
  return (
    <ScreenTexts of="active">
      <PageHeader title={t("dashboard")} />
      <DashboardTabs
        projectId={projectId}
        active="active"
        maySettings={can("updateProject")}
        ordinary={project.type === ""}
      />
      <PageBody>
        <ActiveTasks projectId={projectId} tasks={tasks} mayStop={can("runTasks")} />
      </PageBody>
    </ScreenTexts>
  );
}
