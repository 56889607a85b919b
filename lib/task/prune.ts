import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { DEPLOYABLE, ENDED, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { usedByRuns } from "@/lib/project/used-tasks";
import { usesOf } from "@/lib/project/uses";
import { log } from "@/lib/settings/log";
import { deleteTask, lockWithDescendants, membersOf } from "@/lib/task/delete";

/**
 * A small batch, and a transaction per task: deleting a long log takes a while, and other work must not wait for it.
 */
const BATCH = 200;
const MAX_MS = 1000;

/** How many tasks are kept, and how long; 0 keeps all. */
export type Retention = { perTemplate: number; perProject: number; ms: number };

/** Deletes finished tasks beyond the limits, of each template or project the oldest first. Returns whether there may be more. */
export async function pruneTasks(db: Db, retention: Retention): Promise<boolean> {
  const began = performance.now();
  for (const surplus of surplusBy(retention)) {
    const found = await db.execute<{ id: number; project_id: number }>(oldest(surplus));
    for (const { id, project_id } of found) {
      // One that can't be deleted must not keep all others.
      await db
        .transaction((tx) => deleteUnneeded(tx, project_id, id))
        .catch((error: unknown) => log.warn({ err: error, task: id }, "could not delete an old task"));
      if (performance.now() - began > MAX_MS) return true;
    }
    if (found.length === BATCH) return true;
  }
  return false;
}

/** Since the task was found, a run, a deploy or a schedule may have come to need it. */
async function deleteUnneeded(tx: Db, projectId: number, taskId: number): Promise<void> {
  await lockWithDescendants(tx, taskId);
  // In a statement of its own, because the one that waits for a lock sees old rows.
  const [unneeded] = await tx.execute(sql`
    select from ${tasks} where ${tasks.id} = ${taskId} and ${isUnneeded(projectId, mayBeChosen(taskId))}`);
  if (unneeded) await deleteTask(tx, projectId, taskId);
}

/** For each limit that is set, the tables that `surplus` comes from. */
function surplusBy({ perTemplate, perProject, ms }: Retention): SQL[] {
  const rules: SQL[] = [];
  if (perTemplate > 0) rules.push(exceedsTemplateLimit(perTemplate));
  if (perProject > 0) rules.push(exceedsProjectLimit(perProject));
  if (ms > 0) rules.push(olderThan(ms / 1000));
  return rules;
}

/** Skips templates that never had that many tasks. */
const exceedsTemplateLimit = (keep: number) => sql`
  (select id from ${templates} where tasks > ${keep}) owner,
  lateral (select id from ${tasks} as kept where kept.template_id = owner.id
    order by id desc offset ${keep - 1} limit 1) oldest_kept,
  ${oldestOf(sql`${tasks.template_id} = owner.id and ${tasks.id} < oldest_kept.id`)}`;

/** Skips projects that never had that many tasks. A run is older than its tasks: it stays until all of them are beyond the limit. */
const exceedsProjectLimit = (keep: number) => sql`
  (select project_id as id from ${templates} group by project_id having sum(tasks) > ${keep}) owner,
  lateral (select id from ${tasks} as kept where kept.project_id = owner.id
    order by id desc offset ${keep - 1} limit 1) oldest_kept,
  ${oldestOf(sql`${tasks.project_id} = owner.id and ${tasks.id} < oldest_kept.id
    and not exists (select from ${membersOf(tasks.id)} members where members.id >= oldest_kept.id)`)}`;

/** Ids grow with time, so halving finds the first task that is young enough. */
const olderThan = (seconds: number) => {
  const then = sql`now() - make_interval(secs => ${seconds})`;
  return sql`
  (with recursive search(low, high) as (
    select min(id)::bigint, max(id)::bigint + 1 from ${tasks}
    union all
    select case when is_young then low else middle + 1 end, case when is_young then middle else high end
    from search, lateral (select (low + high) / 2 as middle) halves, lateral (select coalesce((
      select created from ${tasks} as next where next.id >= middle order by next.id limit 1) >= ${then}, true) as is_young) looked
    where low < high)
  select low as id from search where low = high) first_young,
  ${oldestOf(sql`${tasks.id} < first_young.id and ${tasks.end} < ${then}`)}`;
};

const oldestOf = (which: SQL) => sql`
  lateral (select ${tasks.id}, ${tasks.project_id} from ${tasks}
    where ${which} and ${tasks.status} in ${ENDED} and ${tasks.parent_task_id} is null
      and ${isUnneeded(null)}
    order by ${tasks.id} limit ${BATCH}) surplus`;

const oldest = (from: SQL) => sql`select surplus.id, surplus.project_id from ${from} limit ${BATCH}`;

const isUnneeded = (projectId: number | null, chosen = sql`true`) =>
  sql`${tasks.id} not in ${needed(projectId, chosen)} and not exists (${deploys})`;

/** For others, the graphs of all workflows need not be read. */
const mayBeChosen = (taskId: number) => sql`exists (
  select from ${tasks} as build join ${templates} as deploys on deploys.build_template_id = build.template_id
  where build.id in ${membersOf(taskId)})`;

/**
 * Without its build, a deploy could not be run again. Those that a run made of its own builds are deleted with it. An array,
 * and a CTE that no join takes up, so that few rows are expected, and found by the index.
 */
const deploys = sql`
  with family as ${membersOf(tasks.id)}
  select from ${tasks} as deploys
  where deploys.build_task_id = any(array(select id from family)) and deploys.id not in (select id from family)`;

/**
 * The newest task of a build template, from which the next version counts; the newest successful build, which the next deploy
 * takes; a build that a schedule or a workflow has chosen; what a run that was resumed has kept; and the runs that started
 * them, because a run is deleted with its tasks. Of one project, or of all.
 */
const needed = (projectId: number | null, chosen: SQL) => {
  const where = projectId === null ? sql`true` : sql`project_id = ${projectId}`;
  return sql`(
  with recursive needed(id) as (
    select (select max(id) from ${tasks} where template_id = builds.id)
      from ${templates} as builds where type = 'build' and ${where}
    union select (select max(id) from ${tasks} where template_id = deploys.build_template_id and ${DEPLOYABLE})
      from ${templates} as deploys where build_template_id is not null and ${where}
    union select used_id from (${usesOf("build", projectId)}) uses where ${chosen}
    union select id from ${usedByRuns} used
    union select (select parent_task_id from ${tasks} where id = needed.id) from needed where id is not null)
  select id from needed where id is not null)`;
};
