import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowRuns } from "@/db/schema/workflows";
import { nodesBefore } from "@/lib/workflow/rules/structure";

/**
 * The newest successful task of a template that a run made before it came to a node, also in the workflows inside it, or
 * else what the runs around it made before. Null: none.
 */
export async function buildBefore(tx: Db, place: { taskId: number; key: string }, templateId: number) {
  for (let at: typeof place | null = place; at; ) {
    const [run] = await tx
      .select({ graph: workflowRuns.graph, taskId: tasks.parent_task_id, key: tasks.node_key })
      .from(workflowRuns)
      .innerJoin(tasks, eq(tasks.id, workflowRuns.task_id))
      .where(eq(workflowRuns.task_id, at.taskId));
    const keys: string[] = run ? [...(nodesBefore(run.graph).get(at.key) ?? [])] : [];
    const found = keys.length > 0 ? await newestOf(tx, at.taskId, keys, templateId) : null;
    if (found !== null) return found;
    at = run && run.taskId !== null && run.key !== null ? { taskId: run.taskId, key: run.key } : null;
  }
  return null;
}

/** Nodes that a resumed run has kept name the tasks of the earlier one. */
async function newestOf(tx: Db, runId: number, keys: string[], templateId: number): Promise<number | null> {
  const ofNodes = sql`task_id = ${runId} and key = any(${sql.param(keys)}) and child_id is not null`;
  const [found] = await tx.execute<{ id: number }>(sql`
    with recursive made(id) as (
      select child_id from workflow_nodes where ${ofNodes}
      union select child_id from workflow_items where ${ofNodes}
      union select ${tasks.id} from ${tasks} join made on ${tasks.parent_task_id} = made.id
    )
    select ${tasks.id} from ${tasks} join made using (id)
    where ${tasks.template_id} = ${templateId} and ${tasks.status} = 'success'
    order by ${tasks.id} desc limit 1`);
  return found?.id ?? null;
}
