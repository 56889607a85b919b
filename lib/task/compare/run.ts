import { and, desc, eq, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { taskComparisons } from "@/db/schema/task-results";
import { DEPLOYABLE, ENDED, tasks, tellsOf } from "@/db/schema/tasks";
import { isTaskOf } from "@/lib/task/transition";

/** What is stored of a run. */
export type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** Null when the project has no such task. */
export async function readRun(db: Db, projectId: number, taskId: number) {
  const [row] = await db
    .select({ task: tasks, runner_name: runners.name, secrets: taskComparisons.secrets })
    .from(tasks)
    .leftJoin(runners, eq(runners.id, tasks.runner_id))
    .leftJoin(taskComparisons, eq(taskComparisons.task_id, tasks.id))
    .where(isTaskOf(projectId, taskId));
  return row ? { ...row.task, runner_name: row.runner_name, secrets: row.secrets } : null;
}

/** Worded like the condition of an index, so that it decides without reading rows. */
const newestBefore = (status: SQL) => sql`(
  select other.id from tasks other
  where other.template_id = ${tasks.template_id} and other.status ${status} and other.id < ${tasks.id}
    and ${tellsOf("other", "tasks")} and other.start is not null
  order by other.id desc limit 1)`;

/** What a task is compared with unless another one is named: the last success before it, or else the run before it. */
export const comparedWith = sql<number | null>`coalesce(
  ${newestBefore(sql`= 'success'`)}, ${newestBefore(sql`in ${ENDED}`)})`;

export async function findOther(db: Db, projectId: number, taskId: number): Promise<number | null> {
  const [row] = await db.select({ id: comparedWith }).from(tasks).where(isTaskOf(projectId, taskId));
  return row?.id ?? null;
}

/** What the last success of a template ran, for a task that begins. */
export const selectLastSuccess = (db: Db, { id, template_id }: Record<"id" | "template_id", Placeholder>) =>
  db
    .select({
      commit_hash: tasks.commit_hash,
      git_url: sql<string>`${tasks.snapshot}->'repository'->>'git_url'`.as("git_url"),
    })
    .from(tasks)
    .where(and(eq(tasks.template_id, template_id), lt(tasks.id, id), DEPLOYABLE))
    .orderBy(desc(tasks.id))
    .limit(1);

/** The first failed run after one that succeeded. */
export async function firstFailure(db: Db, { before, after }: { before: Run; after: Run }): Promise<number | null> {
  if (before.status !== "success" || after.status !== "error" || before.template_id !== after.template_id) return null;
  const [row] = await db
    .select({ id: sql<number | null>`min(${tasks.id})` })
    .from(tasks)
    .where(
      and(
        eq(tasks.template_id, after.template_id),
        sql`${tasks.status} = 'error' and ${tasks.id} > ${before.id} and ${tasks.id} <= ${after.id}`,
        eq(tasks.drift_check, after.drift_check),
      ),
    );
  return row?.id ?? null;
}
