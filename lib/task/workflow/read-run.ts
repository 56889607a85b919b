import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { forIds, isOneOf } from "@/db/one-of";
import { RESPONSIBLE, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import { workflowItems, workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { found, foundParts } from "@/lib/operation/errors";
import { issuesText } from "@/lib/operation/http/api-texts";
import { waitingReasons } from "@/lib/queue/waiting";
import type { ItemQuery, NodeItem, NodeReason, NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import { isTaskOf } from "@/lib/task/transition";
import { membersOf } from "@/lib/task/workflow/approvers";
import { type Caller, hasNoApprover, type Member, mayDecide } from "@/lib/workflow/rules/approvers";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type RunOf = { projectId: number; taskId: number };

const child = alias(tasks, "child");
const childColumns = { id: child.id, status: child.status, reason: child.reason, start: child.start, end: child.end };

const secretAnswers = sql<string[] | null>`${tasks.snapshot}->'secret_answers'`;

/** A run with its nodes, as one person sees it; in a few statements, however many nodes there are. */
export async function readWorkflowRun(db: Db, { projectId, taskId }: RunOf, caller: Caller): Promise<WorkflowRun> {
  const [row] = await db
    .select({ run: workflowRuns, starter: RESPONSIBLE, secrets: secretAnswers })
    .from(workflowRuns)
    .innerJoin(tasks, eq(tasks.id, workflowRuns.task_id))
    .where(isTaskOf(projectId, taskId));
  const { run, starter, secrets } = found(row);
  const [rows, named] = await Promise.all([nodeRows(db, taskId), templatesOf(db, projectId, run.graph)]);
  const isAsking = rows.some(({ node }) => node.status === "waiting" && node.text !== "");
  const members = isAsking ? await membersOf(db, projectId) : [];
  const byKey = new Map(rows.map((one) => [one.node.key, one]));
  return {
    graph: run.graph,
    templates: named,
    nodes: run.graph.nodes.flatMap(({ key }) => {
      const one = byKey.get(key);
      return one ? [presentNode(one, run.graph, { starter, members, caller })] : [];
    }),
    origin_id: run.origin_id,
    secrets,
    stopping: run.stopping !== null,
  };
}

/** Nodes with their tasks; one without a matrix brings its only item. A task that waits says why. */
async function nodeRows(db: Db, taskId: number) {
  const rows = await selectNodes(db, taskId);
  const waiting = rows.flatMap(({ task }) => (task?.status === "waiting" ? task.id : []));
  const reasons = await waitingReasons(db, waiting);
  return rows.map((row) => ({
    ...row,
    task: row.task && { ...row.task, waiting_for: reasons.get(row.task.id) ?? null },
  }));
}

const selectNodes = (db: Db, taskId: number) =>
  db
    .select({
      node: workflowNodes,
      tries: workflowItems.tries,
      again: workflowItems.until,
      task: childColumns,
      decided_by: sql<string | null>`coalesce(${users.name}, ${workflowNodes.decided_by_name})`,
    })
    .from(workflowNodes)
    .leftJoin(
      workflowItems,
      and(
        eq(workflowItems.task_id, workflowNodes.task_id),
        eq(workflowItems.key, workflowNodes.key),
        eq(workflowItems.number, 0),
        isNull(workflowItems.value),
      ),
    )
    .leftJoin(child, eq(child.id, workflowNodes.child_id))
    .leftJoin(users, eq(users.id, workflowNodes.decided_by_id))
    .where(eq(workflowNodes.task_id, taskId));

type Row = Awaited<ReturnType<typeof nodeRows>>[number];
type Deciding = { starter: number | null; members: readonly Member[]; caller: Caller };

function presentNode(
  { node: state, tries, again, task, decided_by }: Row,
  graph: WorkflowGraph,
  deciding: Deciding,
): NodeState {
  const { key, status, start, end, text, note, pending, running, succeeded, failed } = state;
  const node = graph.nodes.find((one) => one.key === key);
  const asked = node?.kind === "approval" && status === "waiting" ? node : null;
  const { starter, members, caller } = deciding;
  const unable: NodeReason | null = asked && hasNoApprover(asked, starter, members) ? { code: "nobody_decides" } : null;
  return {
    key,
    status,
    start,
    end,
    text,
    note,
    decided_by,
    task,
    reason: withMessage(state.reason) ?? unable,
    until: state.until ?? again,
    items: { pending, running, succeeded, failed },
    tries: tries ?? 0,
    may_decide: asked !== null && mayDecide(asked, starter, members, caller),
  };
}

const withMessage = (reason: NodeReason | null): NodeReason | null =>
  reason && "issues" in reason && reason.issues ? { ...reason, message: issuesText(reason.issues) } : reason;

/** Also of deleted templates, whose names are gone. */
async function templatesOf(db: Db, projectId: number, graph: WorkflowGraph): Promise<WorkflowRun["templates"]> {
  const wanted = graph.nodes.flatMap((node) => (node.kind === "template" ? node.template_id : []));
  const { id, name, app, allow_parallel_tasks } = templates;
  const rows = await forIds(wanted, (ids) =>
    db
      .select({ id, name, app, allow_parallel_tasks })
      .from(templates)
      .where(and(eq(templates.project_id, projectId), isOneOf(id, ids))),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(wanted)].map((id) => known.get(id) ?? { id, name: "", app: "", allow_parallel_tasks: true });
}

const MOST_ITEMS = 1_000;

/** The items of a node in their order. */
export async function listItems(
  db: Db,
  { projectId, taskId, nodeKey }: RunOf & { nodeKey: string },
  { from, limit = MOST_ITEMS }: z.output<typeof ItemQuery>,
): Promise<NodeItem[]> {
  const ofNode = and(eq(workflowItems.task_id, workflowNodes.task_id), eq(workflowItems.key, workflowNodes.key));
  const { number, value, status, tries, until } = workflowItems;
  const rows = await db
    .select({ part: { number, value, status, tries, until }, task: childColumns })
    .from(workflowNodes)
    .innerJoin(tasks, and(eq(tasks.id, workflowNodes.task_id), eq(tasks.project_id, projectId)))
    .leftJoin(workflowItems, and(ofNode, gte(number, from)))
    .leftJoin(child, eq(child.id, workflowItems.child_id))
    .where(and(eq(workflowNodes.task_id, taskId), eq(workflowNodes.key, nodeKey)))
    .orderBy(asc(number))
    .limit(limit);
  return foundParts(rows.map(({ part, task }) => ({ part: part && { ...part, task } })));
}
