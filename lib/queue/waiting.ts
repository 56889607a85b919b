import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { TaskStatus } from "@/lib/protocol/status";
import { busyTasks, type ProjectBusy, type Waiting, waitingColumns } from "@/lib/queue/candidates";
import { explainWaiting, queueState, type RunnerState } from "@/lib/queue/rule";
import type { WaitingFor } from "@/lib/queue/schema";
import { stateColumns } from "@/lib/runner/store";

const runnerJson = sql`json_build_object(${sql.join(
  Object.entries(stateColumns).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
  sql`, `,
)})`;

type Queue = { waiting: Waiting[]; busy: ProjectBusy[]; runners: RunnerState[] };

type Listed = { id: number; status: TaskStatus; waiting_for: WaitingFor | null };

/** Says of those that wait why they do, in place; no statement when none does. */
export async function withReasons<Task extends Listed>(db: Db, list: Task[]): Promise<Task[]> {
  const waiting = list.filter(({ status }) => status === "waiting");
  const reasons = await waitingReasons(
    db,
    waiting.map(({ id }) => id),
  );
  for (const task of waiting) task.waiting_for = reasons.get(task.id) ?? null;
  return list;
}

/**
 * Why tasks still wait, by the same rule that the queue follows; null for one that is about to start. One statement for
 * all of them, and none when there are none: what decides is the queue as a whole and every runner's state, which would
 * be computed for each row of a list, finished ones too, if the list's own statement fetched it.
 */
export async function waitingReasons(db: Db, taskIds: number[]): Promise<ReadonlyMap<number, WaitingFor | null>> {
  if (taskIds.length === 0) return new Map();
  const ids = sql.join(
    taskIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const [queue] = await db.execute<Queue>(sql`
    with listed as (
      select ${waitingColumns}
      from ${tasks}
        join ${templates} on ${templates.id} = ${tasks.template_id}
        join ${projects} on ${projects.id} = ${tasks.project_id}
      where ${tasks.id} in (${ids})),
    firsts as (
      select template_id, (
        select id from ${tasks} t where t.project_id = listed.project_id and t.template_id = listed.template_id
          and t.status = 'waiting' order by id limit 1) as template_first
      from (select distinct project_id, template_id from listed) listed)
    select
      (select coalesce(json_agg(waiting), '[]')
        from (select * from listed join firsts using (template_id)) waiting) as waiting,
      (select coalesce(json_agg(b order by b.id), '[]')
        from ${busyTasks(db, sql`${tasks.project_id} in (select project_id from listed)`)} b) as busy,
      (select coalesce(json_agg(${runnerJson}), '[]') from ${runners}) as runners`);
  if (!queue) return new Map();
  const projectIds = [...new Set(queue.waiting.map(({ project_id }) => project_id))];
  const busyIn = new Map(projectIds.map((id) => [id, queue.busy.filter(({ project_id }) => project_id === id)]));
  return new Map(
    queue.waiting.map((task) => [
      task.id,
      explainWaiting(task.candidate, queueState(task, busyIn.get(task.project_id) ?? []), queue.runners),
    ]),
  );
}
