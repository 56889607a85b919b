import { z } from "zod";
import { INVENTORY_TYPES, inventoryProblem } from "@/lib/inventory/rules";
import { IdParam, listQuery, optionalId, ProjectParams, requiredName, text } from "@/lib/operation/fields";
import { mending, Warnings } from "@/lib/operation/warnings";
import { ResourceFacts } from "@/lib/project/schema/facts";

export const Inventory = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  /**
   * Content, path or workspace name, depending on the type; content is blank for members who may not manage resources.
   */
  inventory: z.string(),
  ssh_key_id: z.int().nullable(),
  become_key_id: z.int().nullable(),
  type: z.enum(INVENTORY_TYPES),
  /** The template a workspace was created for. */
  holder_id: z.int().nullable(),
  /** The repository a file inventory is in, if not the template's own. */
  repository_id: z.int().nullable(),
});
export type Inventory = z.infer<typeof Inventory>;

export const InventoryFacts = ResourceFacts.extend({
  /** Null: its text isn't in the inventory, or can't be read. */
  hosts: z.int().nullable(),
});
export type InventoryFacts = z.infer<typeof InventoryFacts>;

/** The reply to a creation. */
export const NewInventory = Inventory.extend({ warnings: Warnings });

export const InventoryParams = ProjectParams.extend({ inventoryId: IdParam });
export const InventoryQuery = listQuery(["name"]);
export type InventoryQuery = z.output<typeof InventoryQuery>;

const fields = z.object({
  id: optionalId(),
  project_id: optionalId(),
  name: requiredName("nameRequired"),
  inventory: text(1_000_000),
  ssh_key_id: optionalId(),
  become_key_id: optionalId(),
  holder_id: optionalId(),
  repository_id: optionalId(),
});

const contentFits = (input: { type: string; inventory: string }, context: z.core.$RefinementCtx) => {
  const problem = inventoryProblem(input.type, input.inventory);
  if (problem) context.addIssue({ code: "custom", path: ["inventory"], message: problem });
};

export const NewInventoryInput = fields
  .extend({ type: z.enum(INVENTORY_TYPES, "inventoryTypeUnsupported") })
  .superRefine(contentFits);
export type NewInventoryInput = z.output<typeof NewInventoryInput>;

/** Any type passes here, so that the refusal can name it. */
const anyType = fields.extend({ type: text(50) });
export const InventoryInput = anyType.superRefine(contentFits);
export type InventoryInput = z.output<typeof InventoryInput>;

/** Later releases of Semaphore know workspaces of Terragrunt, which are those of the Terraform below it. */
const readType = mending("type_mapped", ({ type }) =>
  type === "terragrunt-workspace" ? { type: "terraform-workspace" } : null,
);

/** As the API takes them. */
export const NewInventoryBody = z.preprocess(
  readType,
  fields
    .extend({ type: z.enum(INVENTORY_TYPES, "inventoryTypeUnsupported"), warnings: Warnings })
    .superRefine(contentFits),
);
export const InventoryBody = z.preprocess(
  readType,
  anyType
    .extend({ warnings: Warnings })
    .superRefine(contentFits)
    .meta({ required: ["type"] }),
);

export const InventoryProbe = fields
  .pick({ inventory: true, repository_id: true })
  .extend({ kind: z.literal("inventory"), type: z.enum(["static", "static-yaml", "file"], "inventoryTypeUnsupported") })
  .superRefine(contentFits);
