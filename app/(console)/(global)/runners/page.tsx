import { getTranslations } from "next-intl/server";
import { RunnerTable } from "@/components/runner/runner-table";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { load } from "@/lib/operation/load";
import { listRunners } from "@/lib/runner/operations";
import { getInfo } from "@/lib/user/operations";

export async function generateMetadata() {
  const t = await getTranslations("runner");
  return { title: t("title") };
}

export default async function RunnersPage() {
  const [t, runners, info] = await Promise.all([getTranslations("runner"), load(listRunners, {}), load(getInfo, {})]);
  return (
    <>
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <RunnerTable runners={runners} publicUrl={info.web_host} />
      </PageBody>
    </>
  );
}
