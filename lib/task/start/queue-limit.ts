import { and, count, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";

/** More waiting tasks than this neither a flood of webhooks nor a schedule that is faster than its tasks may queue. */
const MAX_QUEUED = 200;

/** What starts tasks without a person, and by what its waiting tasks are counted: neither keeps others from starting theirs. */
const STARTERS = {
  webhooks: { column: tasks.integration_id, by: tasks.template_id },
  schedules: { column: tasks.schedule_id, by: tasks.schedule_id },
};

type Wanted = { projectId: number; templateId: number };

/**
 * Among the waiting tasks of these templates: the templates, or the schedules, that may queue no more. Those inside a run wait
 * because of the run, which has been counted.
 */
export async function fullQueues(
  db: Db,
  starter: keyof typeof STARTERS,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<number>> {
  if (wanted.length === 0) return new Set();
  const { column, by } = STARTERS[starter];
  const projectIds = wanted.map(({ projectId }) => projectId);
  const templateIds = wanted.map(({ templateId }) => templateId);
  const isTheirs = and(isOneOf(tasks.project_id, projectIds), isOneOf(tasks.template_id, templateIds));
  const rows = await db
    .select({ id: by })
    .from(tasks)
    // In the words of the index.
    .where(and(isTheirs, sql`${tasks.status} = 'waiting'`, isNotNull(column), isNull(tasks.parent_task_id)))
    .groupBy(by)
    .having(sql`${count()} >= ${MAX_QUEUED}`);
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
