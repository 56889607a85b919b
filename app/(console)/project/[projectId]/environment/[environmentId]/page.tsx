import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { EditResource } from "@/components/resource/edit-resource";
import { ResourceDetails } from "@/components/resource/resource-details";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { getEnvironment, getEnvironmentRefs, listEnvironmentFacts } from "@/lib/environment/operations";
import { load } from "@/lib/operation/load";

type EnvironmentPage = { params: Promise<{ projectId: string; environmentId: string }>; searchParams: HistorySearch };

async function readParams({ params }: EnvironmentPage) {
  const { projectId, environmentId } = await params;
  return { projectId: readId(projectId), environmentId: readId(environmentId) };
}

export async function generateMetadata(page: EnvironmentPage) {
  return { title: (await load(getEnvironment, await readParams(page))).name };
}

export default async function EnvironmentPage(page: EnvironmentPage) {
  const params = await readParams(page);
  const { projectId } = params;
  const [t, { can }, item, refs, facts, history] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getEnvironment, params),
    load(getEnvironmentRefs, params),
    load(listEnvironmentFacts, { projectId }),
    loadHistory(projectId, "environment", params.environmentId, page.searchParams),
  ]);
  const edit = <EditResource projectId={projectId} request={{ kind: "environment", id: item.id }} />;
  return (
    <>
      <PageHeader
        title={item.name}
        crumbs={[{ label: t("environment"), href: `/project/${projectId}/environment` }]}
        actions={can("manageResources") && edit}
      />
      <PageBody>
        <ResourceDetails
          projectId={projectId}
          resource={{ kind: "environment", item, facts: facts.find(({ id }) => id === item.id) }}
          refs={refs}
          {...history}
        />
      </PageBody>
    </>
  );
}
