import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { type HistorySearch, loadHistory } from "@/app/(console)/project/[projectId]/resource-history";
import { EditResource } from "@/components/resource/edit-resource";
import { ResourceDetails } from "@/components/resource/resource-details";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
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
  const { projectId } = params;
  const [t, { can }, item, refs, facts, history] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(getInventory, params),
    load(getInventoryRefs, params),
    load(listInventoryFacts, { projectId }),
    loadHistory(projectId, "inventory", params.inventoryId, page.searchParams),
  ]);
  const edit = <EditResource projectId={projectId} request={{ kind: "inventory", id: item.id, type: item.type }} />;
  return (
    <>
      <PageHeader
        title={item.name}
        crumbs={[{ label: t("inventory"), href: `/project/${projectId}/inventory` }]}
        actions={can("manageResources") && edit}
      />
      <PageBody>
        <ResourceDetails
          projectId={projectId}
          resource={{ kind: "inventory", item, facts: facts.find(({ id }) => id === item.id) }}
          refs={refs}
          {...history}
        />
      </PageBody>
    </>
  );
}
