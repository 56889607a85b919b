import type { KeyChoice } from "@/components/key/use-key-options";

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
};
