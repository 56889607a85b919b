import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { DEPLOYABLE, tasks } from "@/db/schema/tasks";
import { type NewTask, type TemplateRow, templateWithoutBuild } from "@/lib/task/start/new-task";
import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** What a run deploys is what it has built, whatever others have built meanwhile: the builds of tasks that name none. */
export async function readOwnBuilds(
  tx: Db,
  templatesById: ReadonlyMap<number, TemplateRow>,
  wanted: NewTask[],
): Promise<Map<NewTask, number>> {
  const known = new Map<string, number | null>();
  const found = new Map<NewTask, number>();
  for (const task of wanted) {
    const templateId = templateWithoutBuild(templatesById.get(task.input.template_id), task);
    if (!task.parent || templateId === null) continue;
    const { taskId, key } = task.parent;
    const id = `${taskId} ${key}`;
    const build = known.has(id) ? known.get(id) : await buildBefore(tx, { taskId, key }, templateId);
    known.set(id, build ?? null);
    if (build) found.set(task, build);
  }
  return found;
}

type Place = { taskId: number; key: string };
type RunOf = { graph: WorkflowGraph; parent_task_id: number | null; node_key: string | null };

/**
 * The newest task of a template that can be deployed, which a run made before it came to a node, also in the workflows inside it, or
 * else what the runs around it made before. Null: none.
 */
async function buildBefore(tx: Db, place: Place, templateId: number): Promise<number | null> {
  for (let at: Place | null = place; at; ) {
    const [run]: RunOf[] = await tx.execute<RunOf>(sql`
      select graph, parent_task_id, node_key from workflow_runs join ${tasks} on ${tasks.id} = task_id
      where task_id = ${at.taskId}`);
    const keys: string[] = run ? [...(nodesBefore(run.graph).get(at.key) ?? [])] : [];
    const found = keys.length > 0 ? await newestOf(tx, at.taskId, keys, templateId) : null;
    if (found !== null) return found;
    at = run?.parent_task_id && run.node_key ? { taskId: run.parent_task_id, key: run.node_key } : null;
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
    where ${tasks.template_id} = ${templateId} and ${DEPLOYABLE}
    order by ${tasks.id} desc limit 1`);
  return found?.id ?? null;
}
