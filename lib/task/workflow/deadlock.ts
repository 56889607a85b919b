import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";

/**
 * The unfinished run of a workflow that waits, itself or through others, for the end of a run: another run of the workflow
 * inside of that one would never start. Null: none.
 */
export async function waitingForEndOf(tx: Db, runId: number, workflowId: number): Promise<number | null> {
  const [found] = await tx.execute<{ first: number }>(sql`
    with recursive outside(id) as (
      select ${runId}::int
      union select parent_task_id from ${tasks} join outside using (id) where parent_task_id is not null
    ),
    ahead(id, first) as (
      select ${tasks.id}, ${tasks.id} from ${tasks} where ${tasks.template_id} = ${workflowId} and ${isUnfinished}
      union
      select next.id, ahead.first from ahead, lateral (
        select ${tasks.id} from ${tasks} join workflow_runs on workflow_runs.task_id = ${tasks.id}
        where ${tasks.parent_task_id} = ahead.id and ${isUnfinished}
        union all
        select holder.id from ${tasks} join ${tasks} as holder on holder.template_id = ${tasks.template_id}
        where ${tasks.id} = ahead.id and ${tasks.status} = 'waiting' and holder.id < ${tasks.id} and holder."end" is null
      ) next
    )
    select first from ahead join outside using (id) order by first limit 1`);
  return found?.first ?? null;
}
