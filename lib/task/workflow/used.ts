import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** Tasks that nodes of unfinished runs name, with the run; also those of an earlier run that a resumed one has kept. */
const named = sql`
  select child_id, task_id from workflow_nodes join ${tasks} on ${tasks.id} = task_id
  where child_id is not null and ${isUnfinished}
  union select child_id, task_id from workflow_items join ${tasks} on ${tasks.id} = task_id
  where child_id is not null and ${isUnfinished}`;

/** Ids of the tasks whose results an unfinished run may still read, and of the runs that started them. */
export const usedByRuns: SQL = sql`(
  with recursive used(id) as (
    select child_id from (${named}) named
    union select parent_task_id from ${tasks} join used using (id) where parent_task_id is not null)
  select id from used)`;

/** An unfinished run that tasks are part of, or that has kept one of them; no row: none. `ids`: a list in SQL. */
export const runUsing = (ids: SQL): SQL => sql`
  with recursive outside(id) as (
    select parent_task_id from ${tasks} where ${tasks.id} in ${ids} and parent_task_id is not null
    union select parent_task_id from ${tasks} join outside using (id) where parent_task_id is not null)
  select id from (
    select ${tasks.id} from ${tasks} join outside using (id) where ${isUnfinished}
    union all select task_id from (${named}) named where child_id in ${ids}) runs
  order by id limit 1`;

/** The nodes of an ended run that have succeeded, but whose results were deleted with a task. */
export async function lostNodes(tx: Db, runId: number, { nodes }: WorkflowGraph): Promise<ReadonlySet<string>> {
  const keys = nodes.flatMap((node) => (node.kind === "template" ? node.key : []));
  const matrices = nodes.flatMap((node) => (node.kind === "template" && node.matrix ? node.key : []));
  // What a person has marked as done has no task.
  const rows = await tx.execute<{ key: string }>(sql`
    select key from workflow_nodes as node
    where task_id = ${runId} and status = 'success' and key = any(${sql.param(keys)}) and case
      when key = any(${sql.param(matrices)}) then exists (select from workflow_items as item
        where item.task_id = node.task_id and item.key = node.key and item.status = 'success' and item.child_id is null)
      when child_id is not null then false
      when node.reason is null then true
      else node.reason->>'code' = 'kept' and not exists (
        select from ${tasks} where id = (node.reason->>'task_id')::int) end`);
  return new Set(rows.map(({ key }) => key));
}
