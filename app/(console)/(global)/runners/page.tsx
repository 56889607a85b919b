import { getTranslations } from "next-intl/server";
import { ScreenTexts } from "@/components/language/screen-texts";
import { RunnerTable } from "@/components/runner/runner-table";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";
import { listRunners } from "@/lib/runner/operations";
import { getInfo } from "@/lib/user/operations";

export async function generateMetadata() {
  const t = await getTranslations("runner");
  return { title: t("title") };
}

export default async function RunnersPage() {
  const [t, runners, projects, info] = await Promise.all([
    getTranslations("runner"),
    load(listRunners, {}),
    load(listProjects, {}),
    load(getInfo, {}),
  ]);
  const names = projects.map(({ id, name }) => ({ id, name }));
  return (
    <ScreenTexts of="runners">
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <RunnerTable projectId={null} runners={runners} projects={names} publicUrl={info.web_host} />
      </PageBody>
    </ScreenTexts>
  );
}
