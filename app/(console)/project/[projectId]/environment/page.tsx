import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { EnvironmentTable } from "@/components/environment/environment-table";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listEnvironmentFacts, listEnvironments } from "@/lib/environment/operations";
import { load } from "@/lib/operation/load";
import { withFacts } from "@/lib/project/schema/facts";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("environment") };
}

export default async function EnvironmentPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, environments, facts] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listEnvironments, { projectId }),
    load(listEnvironmentFacts, { projectId }),
  ]);
  return (
    <>
      <PageHeader title={t("environment")} />
      <PageBody>
        <EnvironmentTable
          projectId={projectId}
          environments={withFacts(
            environments.map(({ id, name }) => ({ id, name })),
            facts,
          )}
          mayManage={can("manageResources")}
        />
      </PageBody>
    </>
  );
}
