import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { KeyTable } from "@/components/key/key-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listKeyFacts, listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { withFacts } from "@/lib/project/schema/facts";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("keys") };
}

export default async function KeysPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, keys, facts] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listKeys, { projectId }),
    load(listKeyFacts, { projectId }),
  ]);
  return (
    <>
      <PageHeader title={t("keys")} />
      <PageBody>
        <KeyTable projectId={projectId} keys={withFacts(keys, facts)} mayManage={can("manageResources")} />
      </PageBody>
    </>
  );
}
