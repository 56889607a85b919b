"use client";

import { Server } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import type { RepositoryChoice } from "@/components/inventory/inventory-form-schema";
import { NewInventoryMenu } from "@/components/inventory/new-inventory-menu";
import { type InventoryRow, useInventoryColumns } from "@/components/inventory/use-inventory-columns";
import type { KeyChoice } from "@/components/key/use-key-options";
import { withTexts } from "@/components/language/loaded-texts";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { deleteInventory } from "@/lib/inventory/actions";
import type { InventoryType } from "@/lib/inventory/rules";

const loadInventoryForm = () => withTexts(import("@/components/inventory/inventory-form"));
const InventoryForm = dynamic(() => loadInventoryForm().then((module) => module.InventoryForm));

const PAGE_SIZE = 20;

type InventoryTableProps = {
  projectId: number;
  inventories: InventoryRow[];
  keys: KeyChoice[];
  repositories: RepositoryChoice[];
  mayManage: boolean;
};

type FormState = { open: boolean; id: number | null; type: InventoryType };

export function InventoryTable({ projectId, inventories, keys, repositories, mayManage }: InventoryTableProps) {
  const t = useTranslations();
  const router = useRouter();
  const columns = useInventoryColumns();
  const [form, setForm] = useState<FormState>({ open: false, id: null, type: "static" });
  const deletion = useDeleteFlow<InventoryRow>({
    kind: "inventory",
    projectId,
    name: (inventory) => inventory.name,
    refs: (inventory) =>
      api("GET /project/:projectId/inventory/:inventoryId/refs", { params: { projectId, inventoryId: inventory.id } }),
    remove: (inventory) => deleteInventory({ projectId, inventoryId: inventory.id }),
  });
  const edit = ({ id, type }: InventoryRow) => setForm({ open: true, id, type });
  const newMenu = mayManage && <NewInventoryMenu onPick={(type) => setForm({ open: true, id: null, type })} />;
  const actions = (inventory: InventoryRow) => (
    <RowActions
      onEdit={() => edit(inventory)}
      onDelete={() => deletion.ask(inventory)}
      deleting={deletion.loadingRefs === inventory}
    />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.inventory")}
        list={listOf("GET /project/:projectId/inventory", { params: { projectId } })}
        rows={inventories}
        columns={columns}
        rowKey={(inventory) => inventory.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={inventories.length > 0}
        rowHref={({ id }) => `/project/${projectId}/inventory/${id}`}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("inventory.none"), icon: <Server />, action: newMenu }}
        toolbarEnd={inventories.length > 0 && newMenu}
      />
      <PrefetchOnInteraction open={form.open} load={loadInventoryForm}>
        <InventoryForm
          {...{ projectId, keys, repositories }}
          type={form.type}
          inventoryId={form.id}
          open={form.open}
          onOpenChange={(open) => setForm({ ...form, open })}
          onSaved={() => router.refresh()}
        />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
