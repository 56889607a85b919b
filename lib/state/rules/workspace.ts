import { appFamily } from "@/lib/protocol/app";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { DEFAULT_STACK, DEFAULT_WORKSPACE, type StateKind } from "@/lib/protocol/state";

/** The kind of state that the application keeps; null: none. */
export function stateKindOf(app: string): StateKind | null {
  const family = appFamily(app);
  return family === "terraform" || family === "pulumi" ? family : null;
}

/** What Terraform takes for a workspace and Pulumi for a stack, but for names that mean something in a path. */
export const isWorkspaceName = (name: string): boolean =>
  /^[A-Za-z0-9\-_~$&+=:@][A-Za-z0-9\-_.~$&+=:@]{0,99}$/.test(name);

/** A Pulumi stack without its organization and project. */
export const isStackName = (name: string): boolean => /^[A-Za-z0-9][\w.-]{0,99}$/.test(name);

type Source = {
  app: string;
  /** Pulumi stack, as the template names it. */
  stack: string;
  /** Content of the inventory, which is the workspace of Terraform. */
  inventory: string | null;
  /** JSON texts of the environments' variables; a later one overrides those before. */
  env: (string | null)[];
};

/** The workspace or stack that a task works on. */
export function workspaceOf({ app, stack, inventory, env }: Source): string {
  if (stateKindOf(app) === "terraform") return inventory?.trim() || DEFAULT_WORKSPACE;
  const named = env.map((text) => parseJsonObject(text ?? "")?.PULUMI_STACK).findLast((name) => name !== undefined);
  return stack || (typeof named === "string" && named) || DEFAULT_STACK;
}
