import { isRole } from "@/lib/access/roles";
import type { ErrorKey } from "@/lib/operation/errors";
import type { ApprovalNode, TemplateNode, WorkflowValue } from "@/lib/workflow/schema";

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

const OPTIONS = [
  { name: "inventory_id", list: "inventories" },
  { name: "environment_id", list: "environments" },
] as const;

export const resourceProblems = ({ options }: TemplateNode, known: KnownIds): Found[] =>
  OPTIONS.flatMap(({ name, list }): Found[] => {
    const id = constantId(options[name]);
    return id === null || known[list].has(id) ? [] : [{ field: `options.${name}`, key: "referenceMissing" }];
  });

/** The id that an option has in every run, as a number or as its text; null without one. */
export function constantId(value: WorkflowValue | undefined): number | null {
  return value && "value" in value && value.value !== null ? Number(value.value) : null;
}
