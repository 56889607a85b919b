import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, taskAttempts, tasks } from "@/db/schema/tasks";
import type { AttemptRef } from "@/lib/protocol/runner";

/** Attempts of the runner that are not over. */
export const openAttempts = (db: Db, runnerId: number, further?: SQL) =>
  db
    .select({ attempt: taskAttempts })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)))
    .where(and(eq(taskAttempts.runner_id, runnerId), sql`${taskAttempts.ended_at} is null`, isUnfinished, further));

/** Attempts of this process that were claimed but never begun: their answer was lost, so they are offered again. */
export async function unbegunAttempts(
  db: Db,
  runnerId: number,
  instanceId: string,
  known: AttemptRef[],
): Promise<AttemptRef[]> {
  const knownIds = known.map(({ task_id }) => task_id);
  const rows = await openAttempts(
    db,
    runnerId,
    and(
      eq(taskAttempts.instance_id, instanceId),
      eq(tasks.status, "starting"),
      knownIds.length > 0 ? notInArray(taskAttempts.task_id, knownIds) : undefined,
    ),
  );
  return rows.map(({ attempt: { task_id, attempt } }) => ({ task_id, attempt }));
}
