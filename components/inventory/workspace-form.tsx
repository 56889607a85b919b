import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/field/text-field";
import { FormDialog } from "@/components/form/form-dialog";
import { handOver } from "@/components/form/use-entity-form";
import { type InventoryFormProps, storedInventory, WorkspaceInput } from "@/components/inventory/inventory-form-schema";
import { findNoneKey } from "@/components/key/key-field";
import { createInventory, updateInventory } from "@/lib/inventory/actions";
import type { NewInventoryInput } from "@/lib/inventory/schema";
import type { ActionResult } from "@/lib/operation/result";

type WorkspaceType = "terraform-workspace" | "tofu-workspace";

type WorkspaceFormProps = Omit<InventoryFormProps, "keys" | "repositories"> & { type: WorkspaceType };

export function WorkspaceForm({ projectId, inventoryId, type, onCreated, ...dialog }: WorkspaceFormProps) {
  const t = useTranslations();
  const isNew = inventoryId === null;
  const stored = storedInventory(projectId, inventoryId);

  async function submit(input: NewInventoryInput): Promise<ActionResult<unknown>> {
    if (!isNew) return updateInventory({ projectId, inventoryId }, input);
    const ssh_key_id = await findNoneKey(projectId, t("key.types.none"));
    return handOver(createInventory({ projectId }, { ...input, ssh_key_id }), onCreated);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? `inventory.new.${type}` : "inventory.edit")}
      width={450}
      schema={WorkspaceInput}
      defaults={stored ?? { name: "", inventory: "", type }}
      reload={stored}
      submit={submit}
      submitLabel={isNew ? t("common.create") : undefined}
    >
      <TextField name="name" label={t("inventory.displayName")} required maxLength={255} />
      <TextField
        name="inventory"
        label={t("inventory.workspaceName")}
        help={t("inventory.workspaceHelp")}
        required
        mono
        maxLength={90}
      />
    </FormDialog>
  );
}
