import { and, eq, min, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { notifyAtCommit } from "@/db/notify";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { workflowItems, workflowNodes } from "@/db/schema/workflows";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { log } from "@/lib/settings/log";
import { taskChanged } from "@/lib/task/announce";
import { lockSuccessors } from "@/lib/task/start/lock-templates";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { isWaitingRun, openWaiting } from "@/lib/task/workflow/waiting-runs";

const BATCH = 100;

/**
 * Goes on with the runs for which a time has come: the end of a wait or a deadline, a further try, the next tasks of a long
 * matrix. Every web node may do so at any time. One that fails does not delay the others. Returns how many there were.
 */
export async function advanceDue(db: Db): Promise<number> {
  const due = await dueRuns(db);
  for (const taskId of due) await alone(taskId, () => db.transaction((tx) => advanceRuns(tx, { runs: [taskId] })));
  return due.length;
}

async function alone(id: number, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    log.warn({ err: error, task: id }, "the run of a workflow could not go on");
  }
}

/** Worded like the partial indexes, which a placeholder would rule out. */
const isNodeDue = sql`${workflowNodes.status} = 'waiting' and ${workflowNodes.until} <= now()`;
const isItemDue = sql`${workflowItems.status} = 'pending' and ${workflowItems.until} <= now()`;

/** Whether `advanceDue` would find any. */
export const isAnyRunDue = sql<boolean>`(exists (select 1 from ${workflowNodes} where ${isNodeDue})
  or exists (select 1 from ${workflowItems} where ${isItemDue}))`;

/** Those first that have been due for longest. */
async function dueRuns(db: Db): Promise<number[]> {
  const nodes = db
    .select({ id: workflowNodes.task_id, until: workflowNodes.until })
    .from(workflowNodes)
    .where(isNodeDue);
  const items = db
    .select({ id: workflowItems.task_id, until: workflowItems.until })
    .from(workflowItems)
    .where(isItemDue);
  const due = unionAll(nodes, items).as("due");
  const runs = db.select({ id: due.id }).from(due).groupBy(due.id).orderBy(min(due.until)).limit(BATCH);
  return (await runs).map(({ id }) => id);
}

/** Opens runs that nothing keeps waiting any more, such as after their workflow was changed to allow parallel ones. */
export async function openUnblocked(db: Db): Promise<void> {
  const waiting = sql`exists (select from ${tasks} where ${tasks.project_id} = ${templates.project_id}
    and ${tasks.template_id} = ${templates.id} and ${isWaitingRun})`;
  const rows = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.app, WORKFLOW_APP), waiting));
  for (const { id } of rows)
    await alone(id, () =>
      db.transaction(async (tx) => {
        const opened = await openWaiting(tx, await lockSuccessors(tx, { builds: [], workflows: [id] }));
        await notifyAtCommit(tx, opened.flatMap(taskChanged));
        await advanceRuns(tx, { runs: opened.map(({ id }) => id) });
      }),
    );
}
