import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { FormDialog } from "@/components/form/form-dialog";
import { AnsibleInventoryFields } from "@/components/inventory/ansible-inventory-fields";
import type { InventoryFormProps } from "@/components/inventory/inventory-form-props";
import { AnsibleInventoryInput } from "@/components/inventory/inventory-form-schema";
import { createInventory, updateInventory } from "@/lib/inventory/actions";
import type { NewInventoryInput } from "@/lib/inventory/schema";
import type { ActionResult } from "@/lib/operation/result";

const BLANK = {
  name: "",
  type: "static" as const,
  inventory: "",
  ssh_key_id: null,
  become_key_id: null,
  repository_id: null,
};

export function AnsibleInventoryForm(props: InventoryFormProps) {
  const { projectId, keys, repositories, inventoryId, ...dialog } = props;
  const t = useTranslations();
  const isNew = inventoryId === null;

  function submit(input: NewInventoryInput): Promise<ActionResult<unknown>> {
    return isNew ? createInventory({ projectId }, input) : updateInventory({ projectId, inventoryId }, input);
  }

  return (
    <FormDialog
      {...dialog}
      title={t(isNew ? "inventory.newAnsible" : "inventory.edit")}
      width={450}
      schema={AnsibleInventoryInput}
      defaults={
        isNew
          ? BLANK
          : () => api("GET /project/:projectId/inventory/:inventoryId", { params: { projectId, inventoryId } })
      }
      submit={submit}
      submitLabel={isNew ? t("common.create") : undefined}
    >
      <AnsibleInventoryFields projectId={projectId} keys={keys} repositories={repositories} />
    </FormDialog>
  );
}
