import { appFamily } from "@/lib/protocol/app";
import { isRepositoryPath } from "@/lib/repository/rules";

export const INVENTORY_TYPES = ["static", "static-yaml", "file", "terraform-workspace", "tofu-workspace"] as const;
export type InventoryType = (typeof INVENTORY_TYPES)[number];

/** The types that one chooses from at first; an Ansible inventory becomes another kind of one in its form. */
export const NEW_INVENTORY_TYPES = ["static", "terraform-workspace", "tofu-workspace"] as const;

export const isInventoryType = (type: string): type is InventoryType => INVENTORY_TYPES.some((known) => known === type);

/** Types whose `inventory` is the content itself rather than a name. It may hold addresses and passwords. */
export const isInline = (type: string): boolean => type === "static" || type === "static-yaml";

export const isWorkspaceType = (type: string): boolean => type.endsWith("-workspace");

/** Whether the application can run against it: Terraform and OpenTofu need a workspace, Ansible hosts; others use none. */
export function fitsApp(type: string, app: string): boolean {
  const family = appFamily(app);
  if (family !== "terraform" && family !== "ansible") return true;
  return isWorkspaceType(type) === (family === "terraform");
}

/** Type of a new inventory, by what the application's tasks run against. */
export function newInventoryType(app: string): "static" | "terraform-workspace" | "tofu-workspace" {
  if (appFamily(app) !== "terraform") return "static";
  return app === "tofu" ? "tofu-workspace" : "terraform-workspace";
}

/** A valid Terraform workspace name that cannot be read as an option or path. */
const isWorkspaceName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,89}$/.test(name);

/** What is wrong with the content, path or workspace name, as a message key. A blank workspace is the default one. */
export function inventoryProblem(type: string, inventory: string) {
  if (type === "file") {
    if (inventory.trim() === "") return "inventoryPathRequired";
    return isRepositoryPath(inventory) ? null : "inventoryPathInvalid";
  }
  if (isWorkspaceType(type) && inventory !== "" && !isWorkspaceName(inventory)) return "workspaceInvalid";
  return null;
}
