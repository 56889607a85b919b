import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { EditResource } from "@/components/resource/edit-resource";
import { ResourceDetails } from "@/components/resource/resource-details";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { getRepository, getRepositoryRefs, listRepositoryFacts } from "@/lib/repository/operations";

type RepositoryPage = { params: Promise<{ projectId: string; repositoryId: string }>; searchParams: HistorySearch };

async function readParams({ params }: RepositoryPage) {
  const { projectId, repositoryId } = await params;
  return { projectId: readId(projectId), repositoryId: readId(repositoryId) };
}

export async function generateMetadata(page: RepositoryPage) {
  return { title: (await load(getRepository, await readParams(page))).name };
}

export default async function RepositoryPage(page: RepositoryPage) {
  const params = await readParams(page);
  const { projectId } = params;
  const [t, { can }, item, refs, facts, history, keys] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getRepository, params),
    load(getRepositoryRefs, params),
    load(listRepositoryFacts, { projectId }),
    loadHistory(projectId, "repository", params.repositoryId, page.searchParams),
    load(listKeys, { projectId }),
  ]);
  const key = keys.find(({ id }) => id === item.ssh_key_id) ?? null;
  const edit = <EditResource projectId={projectId} request={{ kind: "repository", id: item.id }} />;
  return (
    <>
      <PageHeader
        title={item.name}
        crumbs={[{ label: t("repositories"), href: `/project/${projectId}/repositories` }]}
        actions={can("manageResources") && edit}
      />
      <PageBody>
        <ResourceDetails
          projectId={projectId}
          resource={{ kind: "repository", item, facts: facts.find(({ id }) => id === item.id), key }}
          refs={refs}
          {...history}
        />
      </PageBody>
    </>
  );
}
