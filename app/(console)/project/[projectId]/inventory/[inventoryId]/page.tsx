import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { ResourceScreen } from "@/app/(console)/project/[projectId]/resource-screen";
import { getInventory, getInventoryRefs, listInventoryFacts } from "@/lib/inventory/operations";
import { load } from "@/lib/operation/load";

type InventoryPage = { params: Promise<{ projectId: string; inventoryId: string }>; searchParams: HistorySearch };

async function readParams({ params }: InventoryPage) {
  const { projectId, inventoryId } = await params;
  return { projectId: readId(projectId), inventoryId: readId(inventoryId) };
}

export async function generateMetadata(page: InventoryPage) {
  return { title: (await load(getInventory, await readParams(page))).name };
}

export default async function InventoryPage(page: InventoryPage) {
  const params = await readParams(page);
  const { projectId, inventoryId } = params;
  const [item, refs, facts, history] = await Promise.all([
    load(getInventory, params),
    load(getInventoryRefs, params),
    load(listInventoryFacts, { projectId }),
    loadHistory(projectId, "inventory", inventoryId, page.searchParams),
  ]);
  const resource = { kind: "inventory" as const, item, facts: facts.find(({ id }) => id === item.id) };
  return (
    <ResourceScreen
      {...{ projectId, resource, refs, history }}
      edit={{ kind: "inventory", id: item.id, type: item.type }}
    />
  );
}
