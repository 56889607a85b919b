import { isRole } from "@/lib/access/roles";
import type { ErrorKey } from "@/lib/operation/errors";
import { readOptionId } from "@/lib/workflow/rules/option-id";
import type { ApprovalNode, NodeOption, TemplateNode } from "@/lib/workflow/schema";

/** Ids of what exists in the project. */
export type KnownIds = Readonly<Record<"members" | "inventories" | "environments", ReadonlySet<number>>>;

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

export const resourceProblems = ({ options }: TemplateNode, known: KnownIds): Found[] =>
  OPTIONS.flatMap(({ name, list }): Found[] => {
    const id = constantId(options, name);
    if (id === "invalid") return [{ field: `options.${name}`, key: "idInvalid" }];
    if (id === null || list === null || known[list].has(id)) return [];
    return [{ field: `options.${name}`, key: "referenceMissing" }];
  });

/** The id that an option has in every run; null without one. */
export function constantId(options: TemplateNode["options"], name: NodeOption): ReturnType<typeof readOptionId> {
  const value = options[name];
  return value && "value" in value ? readOptionId(value.value) : null;
}
