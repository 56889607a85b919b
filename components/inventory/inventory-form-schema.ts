import { api } from "@/components/api-client";
import type { KeyChoice } from "@/components/key/use-key-options";
import { type Inventory, NewInventoryInput } from "@/lib/inventory/schema";

/** The fields of a repository that selects need. */
export type RepositoryChoice = { id: number; name: string };

export type InventoryFormProps = {
  projectId: number;
  keys: KeyChoice[];
  repositories: RepositoryChoice[];
  /** Null creates a new inventory. */
  inventoryId: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
  onCreated?: (inventory: Inventory) => void;
};

/** Reads what is stored; undefined for a new inventory. */
export const storedInventory = (projectId: number, inventoryId: number | null) =>
  inventoryId === null
    ? undefined
    : () => api("GET /project/:projectId/inventory/:inventoryId", { params: { projectId, inventoryId } });

const withoutUnusedRepository = (input: NewInventoryInput): NewInventoryInput => ({
  ...input,
  repository_id: input.type === "file" ? input.repository_id : null,
});

/** A script or an import may have made it without a key. */
export const StoredAnsibleInput = NewInventoryInput.transform(withoutUnusedRepository);

/** The API accepts it without a key; the form requires one. */
export const NewAnsibleInput = NewInventoryInput.refine(({ ssh_key_id }) => ssh_key_id !== null, {
  path: ["ssh_key_id"],
  error: "inventoryKeyRequired",
}).transform(withoutUnusedRepository);

/** In the API a blank name means the default workspace; in the form it is `default`. */
export const WorkspaceInput = NewInventoryInput.refine(({ inventory }) => inventory !== "", {
  path: ["inventory"],
  error: "workspaceRequired",
});
