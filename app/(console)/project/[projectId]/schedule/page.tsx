import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { describeSchedules } from "@/components/schedule/cron/described-schedules";
import { ScheduleTable } from "@/components/schedule/schedule-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { load } from "@/lib/operation/load";
import { listSchedules } from "@/lib/schedule/operations";
import { listTemplateNames } from "@/lib/template/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("schedule") };
}

export default async function SchedulePage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, schedules, { templates }] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listSchedules, { projectId }),
    load(listTemplateNames, { projectId }),
  ]);
  return (
    <ScreenTexts of="schedules">
      <PageHeader title={t("schedule")} />
      <PageBody>
        <ScheduleTable
          projectId={projectId}
          schedules={await describeSchedules(schedules)}
          templates={templates.map(({ id, name, app, type }) => ({ id, name, app, type }))}
          mayManage={can("manageResources")}
        />
      </PageBody>
    </ScreenTexts>
  );
}
