import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { RunnerTable } from "@/components/runner/runner-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { load } from "@/lib/operation/load";
import { listProjectRunners } from "@/lib/runner/project-operations";
import { getInfo } from "@/lib/user/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("runners") };
}

export default async function ProjectRunnersPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const { can } = await projectAccess(projectId);
  if (!can("manageResources")) notFound();
  const [t, runners, info] = await Promise.all([
    getTranslations("shell.nav"),
    load(listProjectRunners, { projectId }),
    load(getInfo, {}),
  ]);
  return (
    <ScreenTexts of="runners">
      <PageHeader title={t("runners")} />
      <PageBody>
        <RunnerTable projectId={projectId} runners={runners} projects={[]} publicUrl={info.web_host} />
      </PageBody>
    </ScreenTexts>
  );
}
