import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { ScreenTexts } from "@/components/language/screen-texts";
import { HostKeys } from "@/components/repository/host-keys";
import { RepositoryTable } from "@/components/repository/repository-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { withFacts } from "@/lib/project/schema/facts";
import { listHostKeys, listRepositories, listRepositoryFacts } from "@/lib/repository/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("repositories") };
}

export default async function RepositoriesPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, repositories, facts, keys, hostKeys] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listRepositories, { projectId }),
    load(listRepositoryFacts, { projectId }),
    load(listKeys, { projectId }),
    load(listHostKeys, { projectId }),
  ]);
  return (
    <ScreenTexts of="repositories">
      <PageHeader title={t("repositories")} />
      <PageBody>
        <RepositoryTable
          projectId={projectId}
          repositories={withFacts(repositories, facts)}
          keys={keys.map(({ id, name, type }) => ({ id, name, type }))}
          mayManage={can("manageResources")}
        />
        <HostKeys projectId={projectId} hostKeys={hostKeys} mayManage={can("manageResources")} />
      </PageBody>
    </ScreenTexts>
  );
}
