import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import type { WaitingFor } from "@/lib/protocol/waiting";
import { type Busy, type Candidate, explainWaiting, queueState, type RunnerState } from "@/lib/runner/admission";
import { isConnected, runningTasks } from "@/lib/runner/store";

/** Statuses between claim and end, as literals: with parameters Postgres could not see that the partial index serves. */
export const isBusy = sql`status in ('starting', 'running', 'stopping', 'waiting_confirmation', 'confirmed')`;

/** What the rule of the queue asks about a task, by the snapshot it will run with. */
export const candidateJson = sql`jsonb_build_object(
  'app', ${tasks.snapshot}->'template'->>'app', 'app_path', ${tasks.snapshot}->'app'->>'path',
  'runner_tag', ${tasks.snapshot}->'template'->>'runner_tag',
  'allow_parallel_tasks', ${templates.allow_parallel_tasks})`;

const busyJson = sql`json_build_object(
  'id', id, 'project_id', project_id, 'template_id', template_id, 'holds_slot', holds_slot)`;

const runnerJson = sql`json_build_object(
  'active', ${runners.active}, 'connected', ${isConnected}, 'tag', ${runners.tag}, 'tools', ${runners.tools},
  'limit', ${runners.max_parallel_tasks}, 'running', ${runningTasks})`;

type Waiting = { id: number; project_id: number; project_limit: number; template_id: number; candidate: Candidate };
type Queue = { waiting: Waiting[]; busy: (Busy & { project_id: number })[]; runners: RunnerState[] };

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
    with waiting as (
      select ${tasks.id}, ${tasks.project_id}, ${tasks.template_id},
        ${projects.max_parallel_tasks} as project_limit, ${candidateJson} as candidate
      from ${tasks}
        join ${templates} on ${templates.id} = ${tasks.template_id}
        join ${projects} on ${projects.id} = ${tasks.project_id}
      where ${tasks.id} in (${ids}))
    select
      (select coalesce(json_agg(waiting), '[]') from waiting) as waiting,
      (select coalesce(json_agg(${busyJson} order by id), '[]')
        from ${tasks} where project_id in (select project_id from waiting) and ${isBusy}) as busy,
      (select coalesce(json_agg(${runnerJson}), '[]') from ${runners}) as runners`);
  if (!queue) return new Map();
  const projectIds = [...new Set(queue.waiting.map(({ project_id }) => project_id))];
  const busyIn = new Map(projectIds.map((id) => [id, queue.busy.filter(({ project_id }) => project_id === id)]));
  return new Map(
    queue.waiting.map(({ id, project_id, project_limit, template_id, candidate }) => [
      id,
      explainWaiting(candidate, queueState(project_limit, busyIn.get(project_id) ?? [], template_id), queue.runners),
    ]),
  );
}
