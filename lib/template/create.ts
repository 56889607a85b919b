import type { Db } from "@/db/client";
import { insertInventory, setHolder } from "@/lib/inventory/store";
import { appFamily } from "@/lib/protocol/app";
import { replaceEnvironments } from "@/lib/template/environments";
import { environmentsOf } from "@/lib/template/rules/environments";
import type { TemplateInput } from "@/lib/template/schema";
import { insertTemplate, setInventory } from "@/lib/template/store";
import { replaceVaults } from "@/lib/template/vaults";

/** Stores a template whose references were checked, with its vaults and, if it needs one, its workspace. */
export async function createTemplateRows(db: Db, projectId: number, input: TemplateInput): Promise<number> {
  const templateId = await insertTemplateRows(db, projectId, input);
  if (needsWorkspace(input) && input.inventory_id === null) await addWorkspace(db, projectId, templateId, input);
  return templateId;
}

/** Stores a template whose references were checked, with its vaults but without a workspace. */
export async function insertTemplateRows(db: Db, projectId: number, input: TemplateInput): Promise<number> {
  const templateId = await insertTemplate(db, projectId, input);
  // A copy carries the vault ids of its source.
  await replaceVaults(
    db,
    projectId,
    templateId,
    input.vaults.map((vault) => ({ ...vault, id: null })),
  );
  await replaceEnvironments(db, projectId, templateId, environmentsOf(input, null));
  if (needsWorkspace(input) && input.inventory_id !== null) {
    await setHolder(db, projectId, input.inventory_id, templateId);
  }
  return templateId;
}

/** Terraform and OpenTofu need a workspace. */
const needsWorkspace = ({ app }: TemplateInput): boolean => appFamily(app) === "terraform";

/** Creates a workspace named `default`. */
async function addWorkspace(db: Db, projectId: number, templateId: number, input: TemplateInput): Promise<void> {
  const inventory = await insertInventory(db, projectId, {
    name: `${input.name} - default`,
    type: input.app === "tofu" ? "tofu-workspace" : "terraform-workspace",
    inventory: "default",
    ssh_key_id: null,
    become_key_id: null,
    holder_id: templateId,
    repository_id: null,
  });
  await setInventory(db, projectId, templateId, inventory.id);
}
