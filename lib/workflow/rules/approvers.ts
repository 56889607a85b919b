import { can, permissionsOf, type Role } from "@/lib/access/roles";
import type { ApprovalNode } from "@/lib/workflow/schema";

export type Member = { user_id: number; role: Role };
export type Caller = { id: number; admin: boolean; role: Role | null };

/** A member who may decide; `starter` started the run. */
function isApprover(node: ApprovalNode, starter: number | null, { user_id, role }: Member): boolean {
  if (node.not_starter && user_id === starter) return false;
  const isOpen = node.roles.length === 0 && node.user_ids.length === 0;
  if (isOpen) return can({ admin: false, permissions: permissionsOf(role) }, "runTasks");
  return node.roles.includes(role) || node.user_ids.includes(user_id);
}

/** None of the project's members may decide, such as when the only one has left. */
export const hasNoApprover = (node: ApprovalNode, starter: number | null, members: readonly Member[]): boolean =>
  !members.some((member) => isApprover(node, starter, member));

/** Admins may always decide, and where nobody else may, managers may as well: a run must not wait for ever. */
export function mayDecide(
  node: ApprovalNode,
  starter: number | null,
  members: readonly Member[],
  { id, admin, role }: Caller,
): boolean {
  if (node.not_starter && id === starter) return false;
  if (hasNoApprover(node, starter, members)) return can({ admin, permissions: permissionsOf(role) }, "manageResources");
  return admin || (role !== null && isApprover(node, starter, { user_id: id, role }));
}
