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

const busyJson = sql`json_build_object('id', id, 'template_id', template_id, 'holds_slot', holds_slot)`;

const runnerJson = sql`json_build_object(
  'active', ${runners.active}, 'connected', ${isConnected}, 'tag', ${runners.tag}, 'tools', ${runners.tools},
  'limit', ${runners.max_parallel_tasks}, 'running', ${runningTasks})`;

type Waiting = { id: number; template_id: number; candidate: Candidate };
type Queue = { project_limit: number; waiting: Waiting[]; busy: Busy[]; runners: RunnerState[] };

/**
 * Why tasks of one project still wait, by the same rule that the queue follows; null for one that is about to start.
 * One statement for all of them, and none when there are none: what decides is the queue as a whole and every runner's
 * state, which would be computed for each row of a list, finished ones too, if the list's own statement fetched it.
 */
export async function waitingReasons(
  db: Db,
  projectId: number,
  taskIds: number[],
): Promise<ReadonlyMap<number, WaitingFor | null>> {
  if (taskIds.length === 0) return new Map();
  const ids = sql.join(
    taskIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const [queue] = await db.execute<Queue>(sql`
    select ${projects.max_parallel_tasks} as project_limit,
      (select coalesce(json_agg(json_build_object(
          'id', ${tasks.id}, 'template_id', ${tasks.template_id}, 'candidate', ${candidateJson})), '[]')
        from ${tasks} join ${templates} on ${templates.id} = ${tasks.template_id}
        where ${tasks.id} in (${ids}) and ${tasks.project_id} = ${projectId}) as waiting,
      (select coalesce(json_agg(${busyJson} order by id), '[]')
        from ${tasks} where project_id = ${projectId} and ${isBusy}) as busy,
      (select coalesce(json_agg(${runnerJson}), '[]') from ${runners}) as runners
    from ${projects} where ${projects.id} = ${projectId}`);
  return new Map(
    queue?.waiting.map(({ id, template_id, candidate }) => [
      id,
      explainWaiting(candidate, queueState(queue.project_limit, queue.busy, template_id), queue.runners),
    ]),
  );
}
