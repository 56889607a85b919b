import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { ResourceScreen } from "@/app/(console)/project/[projectId]/resource-screen";
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
  const { projectId, environmentId } = params;
  const [item, refs, facts, history] = await Promise.all([
    load(getEnvironment, params),
    load(getEnvironmentRefs, params),
    load(listEnvironmentFacts, { projectId }),
    loadHistory(projectId, "environment", environmentId, page.searchParams),
  ]);
  const resource = { kind: "environment" as const, item, facts: facts.find(({ id }) => id === item.id) };
  return <ResourceScreen {...{ projectId, resource, refs, history }} edit={{ kind: "environment", id: item.id }} />;
}
