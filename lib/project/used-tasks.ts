import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError } from "@/lib/operation/errors";
import { usesOf } from "@/lib/project/uses";

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

/** Ids of these tasks and of all that they started as workflows, also through other workflows. `ids`: a query. */
export const withDescendants = (ids: SQL): SQL => sql`(
  with recursive members(id) as (
    ${ids}
    union select child.id from ${tasks} as child join members on child.parent_task_id = members.id)
  select id from members)`;

/** All tasks of a template, with those. */
export const tasksOf = (templateId: number): SQL =>
  withDescendants(sql`select ${tasks.id} from ${tasks} where ${tasks.template_id} = ${templateId}`);

/** Fails if something needs one of the tasks that are about to be deleted. `ids`: a list in SQL. */
export async function refuseUsedTasks(tx: Db, projectId: number, ids: SQL): Promise<void> {
  const [task] = await tx.execute<{ id: number }>(unfinishedUsing(ids));
  if (task) throw new AppError("conflict", { key: "usedByRun", params: { task: task.id } });
  const [use] = await tx.execute<{ task: number; name: string }>(sql`
    select used_id as task, name from (${usesOf("build", projectId)}) uses where used_id in ${ids} order by used_id, id limit 1`);
  if (use) throw new AppError("conflict", { key: "buildChosen", params: use });
}

/** An unfinished run that tasks are part of, or that has kept one of them; or an unfinished deploy of one. No row: none. */
const unfinishedUsing = (ids: SQL): SQL => sql`
  with recursive outside(id) as (
    select parent_task_id from ${tasks} where ${tasks.id} in ${ids} and parent_task_id is not null
    union select parent_task_id from ${tasks} join outside using (id) where parent_task_id is not null)
  select id from (
    select ${tasks.id} from ${tasks} join outside using (id) where ${isUnfinished}
    union all select ${tasks.id} from ${tasks} where build_task_id in ${ids} and ${isUnfinished}
    union all select task_id from (${named}) named where child_id in ${ids}) runs
  order by id limit 1`;

/** Before tasks are deleted: a deploy stays without its build, and a template has its last task before them. */
export async function clearReferences(tx: Db, projectId: number, ids: SQL): Promise<void> {
  await tx
    .update(tasks)
    .set({ build_task_id: null })
    .where(and(eq(tasks.project_id, projectId), sql`${tasks.build_task_id} in ${ids}`));
  await tx
    .update(templates)
    .set({ last_task_id: sql`(select max(id) from ${tasks} where template_id = ${templates.id} and id not in ${ids})` })
    .where(and(eq(templates.project_id, projectId), sql`${templates.last_task_id} in ${ids}`));
}
