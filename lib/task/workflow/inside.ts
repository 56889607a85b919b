import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mayReadOutputs } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** The tasks of a run's nodes, with those that they have started in turn; a resumed run names those of the earlier one. */
const tasksInside = (runId: number): SQL => sql`
  inside(key, id) as (
    select key, child_id from workflow_nodes where task_id = ${runId}
    union select key, child_id from workflow_items where task_id = ${runId}
    union select node_key, id from tasks where parent_task_id = ${runId}
    union select inside.key, tasks.id from inside join tasks on tasks.parent_task_id = inside.id
  )`;

const ANY_APPROVAL = '$.nodes[*] ? (@.kind == "approval")';
/** One that the person who started the run may not decide. */
const FOR_OTHERS = '$.nodes[*] ? (@.kind == "approval" && @.not_starter == true)';

const nodesWhere = async (tx: Db, rows: SQL): Promise<Set<string>> =>
  new Set((await tx.execute<{ key: string }>(rows)).map(({ key }) => key));

/** The nodes whose tasks are runs with an approval in them, however deep. */
export const askingNodes = (tx: Db, runId: number): Promise<Set<string>> =>
  nodesWhere(
    tx,
    sql`
    with recursive ${tasksInside(runId)}
    select distinct key from inside join workflow_runs on workflow_runs.task_id = inside.id
    where jsonb_path_exists(graph, ${ANY_APPROVAL}::jsonpath)`,
  );

/** The nodes with an approval for others that the person has given, in the runs that are their tasks. */
export const nodesDecidedBy = (tx: Db, runId: number, userId: number): Promise<Set<string>> =>
  nodesWhere(
    tx,
    sql`
    with recursive ${tasksInside(runId)}
    select distinct inside.key from inside
      join workflow_runs on workflow_runs.task_id = inside.id
      join workflow_nodes on workflow_nodes.task_id = inside.id and workflow_nodes.decided_by_id = ${userId}
    where jsonb_path_exists(graph, '$.nodes[*] ? (@.key == $key && @.not_starter == true)',
      jsonb_build_object('key', workflow_nodes.key))`,
  );

/**
 * The nodes that the person who started a run must leave to others: approvals that say so, and workflows with one in them,
 * as their runs follow them or as they are now.
 */
export async function nodesForOthers(tx: Db, runId: number, { nodes }: WorkflowGraph): Promise<Set<string>> {
  const approvals = nodes.flatMap((node) => (node.kind === "approval" && node.not_starter ? node.key : []));
  const running = await nodesWhere(
    tx,
    sql`
    with recursive ${tasksInside(runId)}
    select distinct key from inside join workflow_runs on workflow_runs.task_id = inside.id
    where jsonb_path_exists(graph, ${FOR_OTHERS}::jsonpath)`,
  );
  const templateIds = nodes.map((node) => (node.kind === "template" ? node.template_id : 0));
  const asking = new Set(
    (
      await tx.execute<{ id: number }>(sql`
        with recursive used(root, id) as (
          select id, id from templates where id = any(${sql.param(templateIds)}) and app = 'workflow'
          union select used.root, node.template_id from used join templates on templates.id = used.id,
            jsonb_to_recordset(templates.graph->'nodes') as node(template_id int) where node.template_id is not null
        )
        select distinct root as id from used join templates on templates.id = used.id and templates.app = 'workflow'
        where jsonb_path_exists(graph, ${FOR_OTHERS}::jsonpath)`)
    ).map(({ id }) => id),
  );
  const known = nodes.flatMap((node) => (node.kind === "template" && asking.has(node.template_id) ? node.key : []));
  return new Set([...approvals, ...running, ...known]);
}

/**
 * The nodes of an ended run that have succeeded, but whose results were deleted with a task, or with the version of a state
 * whose outputs the graph names.
 */
export async function lostNodes(tx: Db, runId: number, graph: WorkflowGraph): Promise<ReadonlySet<string>> {
  const { nodes } = graph;
  const keys = nodes.flatMap((node) => (node.kind === "template" ? node.key : []));
  const matrices = nodes.flatMap((node) => (node.kind === "template" && node.matrix ? node.key : []));
  const read = keys.filter((key) => mayReadOutputs(graph, key));
  // What a person has marked as done has no task.
  const rows = await tx.execute<{ key: string }>(sql`
    select key from workflow_nodes as node
    where task_id = ${runId} and status = 'success' and key = any(${sql.param(keys)}) and case
      when key = any(${sql.param(matrices)}) then exists (select from workflow_items as item
        where item.task_id = node.task_id and item.key = node.key and item.status = 'success' and (
          item.child_id is null or key = any(${sql.param(read)}) and ${hasLostOutputs(sql`item.child_id`)}))
      when child_id is not null then key = any(${sql.param(read)}) and ${hasLostOutputs(sql`child_id`)}
      when node.reason is null then true
      else node.reason->>'code' = 'kept' and not exists (
        select from tasks where id = (node.reason->>'task_id')::int) end`);
  return new Set(rows.map(({ key }) => key));
}

/** Whether a task has left outputs in a version of its state that is not kept any more. */
export const hasLostOutputs = (taskId: SQL): SQL => sql`exists (
  select from tasks as ended where ended.id = ${taskId} and ended.state_version > 0 and not exists (
    select from state_workspaces as workspace join state_versions as version on version.workspace_id = workspace.id
    where workspace.state_id = ended.state_id and workspace.name = ended.workspace
      and version.number = ended.state_version))`;
