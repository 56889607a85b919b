"use client";

import { Pencil, Server, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiGet } from "@/components/api-client";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { InventoryForm } from "@/components/inventory/inventory-form";
import type { RepositoryChoice } from "@/components/inventory/inventory-form-props";
import { NewInventoryMenu } from "@/components/inventory/new-inventory-menu";
import { type InventoryRow, useInventoryColumns } from "@/components/inventory/use-inventory-columns";
import type { KeyChoice } from "@/components/key/use-key-options";
import { DataTable } from "@/components/table/data-table";
import { IconButton } from "@/components/ui/icon-button";
import { deleteInventory } from "@/lib/inventory/actions";
import type { InventoryType } from "@/lib/inventory/rules";
import { Refs } from "@/lib/operation/refs";

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
    refs: (inventory) => apiGet(`/api/project/${projectId}/inventory/${inventory.id}/refs`, Refs),
    remove: (inventory) => deleteInventory({ projectId, inventoryId: inventory.id }),
    onDeleted: () => router.refresh(),
  });
  const edit = ({ id, type }: InventoryRow) => setForm({ open: true, id, type });
  const newMenu = mayManage && <NewInventoryMenu onPick={(type) => setForm({ open: true, id: null, type })} />;
  const actions = (inventory: InventoryRow) => (
    <>
      <IconButton label={t("common.edit")} onClick={() => edit(inventory)}>
        <Pencil />
      </IconButton>
      <IconButton
        label={t("common.delete")}
        loading={deletion.looking === inventory}
        onClick={() => deletion.ask(inventory)}
      >
        <Trash2 />
      </IconButton>
    </>
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.inventory")}
        rows={inventories}
        columns={columns}
        rowKey={(inventory) => inventory.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={inventories.length > 0}
        onOpen={mayManage ? edit : undefined}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("inventory.none"), icon: <Server />, action: newMenu }}
        toolbarEnd={inventories.length > 0 && newMenu}
      />
      <InventoryForm
        {...{ projectId, keys, repositories }}
        type={form.type}
        inventoryId={form.id}
        open={form.open}
        onOpenChange={(open) => setForm({ ...form, open })}
        onSaved={() => router.refresh()}
      />
      <DeleteFlow flow={deletion} />
    </>
  );
}
