import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { ResourceScreen } from "@/app/(console)/project/[projectId]/resource-screen";
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
  const { projectId, repositoryId } = params;
  const [item, refs, facts, history, keys] = await Promise.all([
    load(getRepository, params),
    load(getRepositoryRefs, params),
    load(listRepositoryFacts, { projectId }),
    loadHistory(projectId, "repository", repositoryId, page.searchParams),
    load(listKeys, { projectId }),
  ]);
  const key = keys.find(({ id }) => id === item.ssh_key_id) ?? null;
  const resource = { kind: "repository" as const, item, facts: facts.find(({ id }) => id === item.id), key };
  return <ResourceScreen {...{ projectId, resource, refs, history }} edit={{ kind: "repository", id: item.id }} />;
}
