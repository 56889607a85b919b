import { can, permissionsOf, type Role } from "@/lib/access/roles";
import type { ApprovalNode, WorkflowNode } from "@/lib/workflow/schema";

export type Member = { user_id: number; role: Role };
export type Caller = { id: number; admin: boolean; role: Role | null };

/** Whether a person must leave the decision to others, whatever the role: `starter` started the run, or the build that it follows. */
export const isForOthers = (node: WorkflowNode, starter: number | null, userId: number | null): boolean =>
  node.kind === "approval" && node.not_starter && userId !== null && userId === starter;

function isApprover(node: ApprovalNode, starter: number | null, { user_id, role }: Member): boolean {
  if (isForOthers(node, starter, user_id)) return false;
  const isOpen = node.roles.length === 0 && node.user_ids.length === 0;
  if (isOpen) return can({ admin: false, permissions: permissionsOf(role) }, "runTasks");
  return node.roles.includes(role) || node.user_ids.includes(user_id);
}

/** None of the project's members may decide, such as when the only one has left. */
export const hasNoApprover = (node: ApprovalNode, starter: number | null, members: readonly Member[]): boolean =>
  !members.some((member) => isApprover(node, starter, member));

/** Admins may always decide, and where nobody else may, managers may as well: a run must not wait without end. */
export function mayDecide(
  node: ApprovalNode,
  starter: number | null,
  members: readonly Member[],
  { id, admin, role }: Caller,
): boolean {
  if (isForOthers(node, starter, id)) return false;
  if (hasNoApprover(node, starter, members)) return can({ admin, permissions: permissionsOf(role) }, "manageResources");
  return admin || (role !== null && isApprover(node, starter, { user_id: id, role }));
}
