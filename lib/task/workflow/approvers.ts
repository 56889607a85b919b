import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projectMembers } from "@/db/schema/projects";
import { tasks } from "@/db/schema/tasks";
import { enqueueApprovalAlerts } from "@/lib/notification/enqueue";
import type { Run } from "@/lib/task/workflow/run";
import { type Member, mayDecide } from "@/lib/workflow/rules/approvers";

export const membersOf = (db: Db, projectId: number): Promise<Member[]> =>
  db
    .select({ user_id: projectMembers.user_id, role: projectMembers.role })
    .from(projectMembers)
    .where(eq(projectMembers.project_id, projectId));

/** Alerts those who may decide the approvals that have just begun. */
export async function alertApprovers(tx: Db, run: Run): Promise<void> {
  const begun = [...run.nodes.values()].filter(({ was, status }) => was === "pending" && status === "waiting");
  const asking = begun.flatMap(({ node, text }) => (node.kind === "approval" ? [{ node, text }] : []));
  if (asking.length === 0) return;
  const { id, project_id, responsible_id } = run.task;
  const members = await membersOf(tx, project_id);
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, id));
  const asked = asking.map(({ node, text }) => ({
    approval: { node: node.name || node.key, text, key: node.key },
    approvers: members.flatMap(({ user_id: id, role }) =>
      mayDecide(node, responsible_id, members, { id, admin: false, role }) ? id : [],
    ),
  }));
  if (task) await enqueueApprovalAlerts(tx, task, asked);
}
