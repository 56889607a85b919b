import { getTranslations } from "next-intl/server";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { InventoryTable } from "@/components/inventory/inventory-table";
import { ScreenTexts } from "@/components/language/screen-texts";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { listInventories, listInventoryFacts } from "@/lib/inventory/operations";
import { isInline } from "@/lib/inventory/rules";
import type { Inventory } from "@/lib/inventory/schema";
import { listKeys } from "@/lib/key/operations";
import { load } from "@/lib/operation/load";
import { withFacts } from "@/lib/project/schema/facts";
import { listRepositories } from "@/lib/repository/operations";

export async function generateMetadata() {
  const t = await getTranslations("shell.nav");
  return { title: t("inventory") };
}

export default async function InventoryPage({ params }: ProjectPage) {
  const projectId = readId((await params).projectId);
  const [t, { can }, inventories, facts, keys, repositories] = await Promise.all([
    getTranslations("shell.nav"),
    projectAccess(projectId),
    load(listInventories, { projectId }),
    load(listInventoryFacts, { projectId }),
    load(listKeys, { projectId }),
    load(listRepositories, { projectId }),
  ]);
  return (
    <ScreenTexts of="inventories">
      <PageHeader title={t("inventory")} />
      <PageBody>
        <InventoryTable
          projectId={projectId}
          inventories={withFacts(inventories.map(toRow), facts)}
          keys={keys.map(({ id, name, type }) => ({ id, name, type }))}
          repositories={repositories.map(({ id, name }) => ({ id, name }))}
          mayManage={can("manageResources")}
        />
      </PageBody>
    </ScreenTexts>
  );
}

/** The text may be long, and the list doesn't show it. */
const toRow = ({ id, name, type, inventory }: Inventory) => ({
  id,
  name,
  type,
  inventory: isInline(type) ? "" : inventory,
});
