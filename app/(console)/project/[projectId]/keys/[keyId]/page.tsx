import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { ResourceScreen } from "@/app/(console)/project/[projectId]/resource-screen";
import { getKey, getKeyRefs, listKeyFacts } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";

type KeyPage = { params: Promise<{ projectId: string; keyId: string }>; searchParams: HistorySearch };

async function readParams({ params }: KeyPage) {
  const { projectId, keyId } = await params;
  return { projectId: readId(projectId), keyId: readId(keyId) };
}

export async function generateMetadata(page: KeyPage) {
  return { title: (await load(getKey, await readParams(page))).name };
}

export default async function KeyPage(page: KeyPage) {
  const params = await readParams(page);
  const { projectId, keyId } = params;
  const [item, refs, facts, history] = await Promise.all([
    load(getKey, params),
    load(getKeyRefs, params),
    load(listKeyFacts, { projectId }),
    loadHistory(projectId, "key", keyId, page.searchParams),
  ]);
  const resource = { kind: "key" as const, item, facts: facts.find(({ id }) => id === item.id) };
  return <ResourceScreen {...{ projectId, resource, refs, history }} edit={{ kind: "key", item }} />;
}
