import { and, count, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";

/** Per template, so that neither a flood of webhooks nor a schedule that is faster than its tasks fills the queue. */
const MAX_QUEUED = 200;

/** Each starts tasks without a person; what one has queued must not keep the others from starting theirs. */
type Starter = "integration_id" | "schedule_id";
type Wanted = { projectId: number; templateId: number };

/** Ids of the wanted templates for which no more tasks may be queued in this way. */
export async function fullQueues(db: Db, starter: Starter, wanted: readonly Wanted[]): Promise<ReadonlySet<number>> {
  if (wanted.length === 0) return new Set();
  const isTheirs = and(
    isOneOf(
      tasks.project_id,
      wanted.map(({ projectId }) => projectId),
    ),
    isOneOf(
      tasks.template_id,
      wanted.map(({ templateId }) => templateId),
    ),
  );
  const rows = await db
    .select({ id: tasks.template_id })
    .from(tasks)
    // In the words of the index.
    .where(and(isTheirs, sql`${tasks.status} = 'waiting'`, isNotNull(tasks[starter])))
    .groupBy(tasks.template_id)
    .having(sql`${count()} >= ${MAX_QUEUED}`);
  return new Set(rows.map(({ id }) => id));
}
