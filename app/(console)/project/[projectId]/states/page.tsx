import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { StateTable } from "@/components/state/list/state-table";
import { load } from "@/lib/operation/load";
import { listStates } from "@/lib/state/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("states") };
}

export default async function StatesPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, states] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listStates, { projectId }),
  ]);
  return (
    <ScreenTexts of="states">
      <PageHeader title={t("states")} />
      <PageBody>
        <StateTable projectId={projectId} states={states} mayManage={can("manageResources")} />
      </PageBody>
    </ScreenTexts>
  );
}
