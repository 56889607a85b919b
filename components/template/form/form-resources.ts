import type { KeyChoice } from "@/components/key/use-key-options";
import type { WorkflowResources } from "@/components/workflow/editor/editor-context";
import { isWorkspaceType } from "@/lib/inventory/rules";
import type { Inventory } from "@/lib/inventory/schema";

type Named = { id: number; name: string };

/** An extra variable of an environment; `text`: its value is one. */
export type PlainVariable = { name: string; text: boolean };

/** A state, and the names of the templates that use it. */
export type FormState = Named & { templates: string[] };

/** `workspace`: its name, where the inventory is one. */
type InventoryChoice = Named & { workspace: string | null };

/** What a template may refer to. */
export type FormResources = {
  app: { id: string; title: string; path: string; args: string[] | null };
  repositories: (Named & { git_branch: string })[];
  inventories: InventoryChoice[];
  environments: (Named & { variables: PlainVariable[] })[];
  views: { id: number; title: string }[];
  keys: KeyChoice[];
  /** States of the kind that the application keeps; empty when it keeps none. */
  states: FormState[];
  /** The state of the template, or of the one that is copied; null: it has none yet. */
  currentState: number | null;
  /** The newest run found that the code keeps its state elsewhere. */
  declaresBackend: boolean;
  /** Templates of type build or deploy. */
  buildTemplates: (Named & { type: string })[];
  /** For the nodes of a workflow; null for other applications. */
  workflow: WorkflowResources | null;
};

export const inventoryChoice = ({ id, name, type, inventory }: Inventory): InventoryChoice => ({
  id,
  name,
  workspace: isWorkspaceType(type) ? inventory : null,
});
