import { and, asc, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { projectMembers, projects } from "@/db/schema/projects";
import { RESPONSIBLE, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { AppError, found } from "@/lib/operation/errors";
import type { Approval, DecideInput } from "@/lib/task/schema/workflow";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { membersOf } from "@/lib/task/workflow/approvers";
import { changeNode, lockOpenRun, nameOfNode, saveNodes } from "@/lib/task/workflow/run";
import { type Caller, type Member, mayDecide } from "@/lib/workflow/rules/approvers";
import { WorkflowNode } from "@/lib/workflow/schema";

type NodeOf = { projectId: number; taskId: number; nodeKey: string };

/** Decides an approval that waits, and goes on with its run. Returns what was decided, by name. */
export async function decideApproval(
  tx: Db,
  { projectId, taskId, nodeKey }: NodeOf,
  { approve, note }: z.output<typeof DecideInput>,
  caller: Caller,
): Promise<string> {
  const run = await lockOpenRun(tx, projectId, taskId);
  const { node, status } = found(run.nodes.get(nodeKey));
  if (node.kind !== "approval" || status !== "waiting") throw new AppError("conflict", { key: "approvalNotOpen" });
  const members = await membersOf(tx, projectId);
  if (!mayDecide(node, run.task.responsible_id, members, caller)) throw new AppError("forbidden");
  changeNode(run, nodeKey, {
    ...(approve ? { status: "success" } : { status: "failed", reason: { code: "rejected" } }),
    decided_by_id: caller.id,
    note,
    until: null,
  });
  await saveNodes(tx, run);
  await advanceRuns(tx, { runs: [taskId] });
  return nameOfNode(run, nodeKey);
}

const nodeOfGraph = sql<unknown>`jsonb_path_query_first(${workflowRuns.graph}, '$.nodes[*] ? (@.key == $key)',
  jsonb_build_object('key', ${workflowNodes.key}))`;

const membersOfProject = sql<Member[]>`(
  select coalesce(json_agg(json_build_object('user_id', other.user_id, 'role', other.role)), '[]')
  from ${projectMembers} other where other.project_id = ${tasks.project_id})`;

/** What a person may decide now, in all projects; oldest first. */
export async function listApprovals(
  db: Db,
  { id, admin }: Pick<Caller, "id" | "admin">,
): Promise<z.output<typeof Approval>[]> {
  const own = and(eq(projectMembers.project_id, tasks.project_id), eq(projectMembers.user_id, id));
  const rows = await db
    .select({
      project_id: tasks.project_id,
      project_name: projects.name,
      task_id: tasks.id,
      template_id: tasks.template_id,
      template_name: templates.name,
      node_key: workflowNodes.key,
      text: workflowNodes.text,
      since: sql<string>`${workflowNodes.start}`.mapWith(workflowNodes.start),
      until: workflowNodes.until,
      started_by: users.name,
      starter: RESPONSIBLE,
      role: projectMembers.role,
      node: nodeOfGraph,
      members: membersOfProject,
    })
    .from(workflowNodes)
    .innerJoin(workflowRuns, eq(workflowRuns.task_id, workflowNodes.task_id))
    .innerJoin(tasks, eq(tasks.id, workflowNodes.task_id))
    .innerJoin(projects, eq(projects.id, tasks.project_id))
    .innerJoin(templates, eq(templates.id, tasks.template_id))
    .leftJoin(users, eq(users.id, tasks.user_id))
    .leftJoin(projectMembers, own)
    .where(and(isOpenApproval, or(admin ? sql`true` : undefined, eq(projectMembers.user_id, id))))
    .orderBy(asc(workflowNodes.start), asc(workflowNodes.task_id));
  return rows.flatMap(({ node: stored, starter, role, members, ...approval }) => {
    const node = WorkflowNode.parse(stored);
    if (node.kind !== "approval" || !mayDecide(node, starter, members, { id, admin, role })) return [];
    return [{ ...approval, node_name: node.name }];
  });
}

/** As the index has it: only approvals have a text. */
const isOpenApproval = and(eq(workflowNodes.status, "waiting"), sql`${workflowNodes.text} <> ''`);
