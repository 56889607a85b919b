import { type SQL, sql } from "drizzle-orm";
import { isUnfinished, tasks } from "@/db/schema/tasks";

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

/** Whether a task has left outputs in a version of its state that is not kept any more. */
export const hasLostOutputs = (taskId: SQL): SQL => sql`exists (
  select from ${tasks} as ended where ended.id = ${taskId} and ended.state_version > 0 and not exists (
    select from state_workspaces as workspace join state_versions as version on version.workspace_id = workspace.id
    where workspace.state_id = ended.state_id and workspace.name = ended.workspace
      and version.number = ended.state_version))`;
