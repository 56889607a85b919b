import type { Db } from "@/db/client";
import { insertInventory, setHolder } from "@/lib/inventory/store";
import { appFamily } from "@/lib/protocol/app";
import type { TemplateInput } from "@/lib/template/schema";
import { insertTemplate, setInventory } from "@/lib/template/store";
import { replaceVaults } from "@/lib/template/vaults";

/** Stores a template whose references were checked, with its vaults and, where it needs one, its workspace. */
export async function createTemplateRows(db: Db, projectId: number, input: TemplateInput): Promise<number> {
  const templateId = await insertTemplate(db, projectId, input);
  // A copy brings the vault ids of its source along.
  await replaceVaults(
    db,
    projectId,
    templateId,
    input.vaults.map((vault) => ({ ...vault, id: null })),
  );
  if (appFamily(input.app) === "terraform") await holdWorkspace(db, projectId, templateId, input);
  return templateId;
}

/** Terraform and OpenTofu run in a workspace: the one that was chosen, or a new one named `default`. */
async function holdWorkspace(db: Db, projectId: number, templateId: number, input: TemplateInput): Promise<void> {
  if (input.inventory_id !== null) return setHolder(db, projectId, input.inventory_id, templateId);
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
