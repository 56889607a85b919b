import { AnsibleInventoryForm } from "@/components/inventory/ansible-inventory-form";
import type { InventoryFormProps } from "@/components/inventory/inventory-form-schema";
import { WorkspaceForm } from "@/components/inventory/workspace-form";
import type { InventoryType } from "@/lib/inventory/rules";

/** The form for the type. */
export function InventoryForm({ type, ...props }: InventoryFormProps & { type: InventoryType }) {
  if (type !== "terraform-workspace" && type !== "tofu-workspace") return <AnsibleInventoryForm {...props} />;
  const { keys: _keys, repositories: _repositories, ...shared } = props;
  return <WorkspaceForm {...shared} type={type} />;
}
