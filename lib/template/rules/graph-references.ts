import { isRole } from "@/lib/access/roles";
import { fitsApp } from "@/lib/inventory/rules";
import type { ErrorKey } from "@/lib/operation/errors";
import { MAX_INT } from "@/lib/operation/id";
import type { ApprovalNode, NodeOption, TemplateNode } from "@/lib/workflow/schema";

/** Ids of what exists in the project; of inventories with their types. */
export type KnownIds = Readonly<Record<"members" | "environments", ReadonlySet<number>>> & {
  inventories: ReadonlyMap<number, string>;
};

type Found = { field: string; key: ErrorKey };

/** Somebody else would decide than the workflow says. */
export function approverProblems({ roles, user_ids }: ApprovalNode, { members }: KnownIds): Found[] {
  return [
    ...roles.flatMap((role, at): Found[] => (isRole(role) ? [] : [{ field: `roles.${at}`, key: "roleInvalid" }])),
    ...user_ids.flatMap((id, at): Found[] =>
      members.has(id) ? [] : [{ field: `user_ids.${at}`, key: "referenceMissing" }],
    ),
  ];
}

/** `list` null: the server looks, because a project has too many of them to know all. */
const OPTIONS = [
  { name: "inventory_id", list: "inventories" },
  { name: "environment_id", list: "environments" },
  { name: "build_task_id", list: null },
] as const;

export const resourceProblems = ({ options }: TemplateNode, app: string, known: KnownIds): Found[] =>
  OPTIONS.flatMap(({ name, list }): Found[] => {
    const id = constantId(options, name);
    if (id === "invalid") return [{ field: `options.${name}`, key: "idInvalid" }];
    if (id === null || list === null) return [];
    if (!known[list].has(id)) return [{ field: `options.${name}`, key: "referenceMissing" }];
    const type = list === "inventories" ? known.inventories.get(id) : undefined;
    return type === undefined || fitsApp(type, app) ? [] : [{ field: `options.${name}`, key: "inventoryOtherKind" }];
  });

/** The id that an option has in every run; null without one. */
export function constantId(options: TemplateNode["options"], name: NodeOption): ReturnType<typeof readOptionId> {
  const value = options[name];
  return value && "value" in value ? readOptionId(value.value) : null;
}

/**
 * The id that an option of a node has, as a number or as its digits, which is what expressions give; null: none, as in
 * the API also for 0. A graph is checked by it, and runs by it.
 */
export function readOptionId(value: unknown): number | null | "invalid" {
  if (value === null || value === undefined || value === "") return null;
  const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id > MAX_INT) return "invalid";
  return id || null;
}
