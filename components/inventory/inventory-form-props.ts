import type { KeyChoice } from "@/components/key/use-key-options";

/** What a select needs to know of a repository. */
export type RepositoryChoice = { id: number; name: string };

export type InventoryFormProps = {
  projectId: number;
  keys: KeyChoice[];
  repositories: RepositoryChoice[];
  /** Null makes a new inventory. */
  inventoryId: number | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};
