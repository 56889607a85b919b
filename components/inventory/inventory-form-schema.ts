import { NewInventoryInput } from "@/lib/inventory/schema";

/** The API also takes an inventory without a key; the form asks for one. */
export const AnsibleInventoryInput = NewInventoryInput.refine(({ ssh_key_id }) => ssh_key_id !== null, {
  path: ["ssh_key_id"],
  error: "inventoryKeyRequired",
}).transform((input) => ({ ...input, repository_id: input.type === "file" ? input.repository_id : null }));

/** The API takes a blank name for the default workspace; in the form one writes `default`. */
export const WorkspaceInput = NewInventoryInput.refine(({ inventory }) => inventory !== "", {
  path: ["inventory"],
  error: "workspaceRequired",
});
