import { and, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { notFound } from "@/lib/operation/errors";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

/** A task, as far as stopping it is concerned. */
export type StopTarget = Pick<TaskRow, "id" | "attempt" | "status"> & { isRun: boolean };

export const stopTargetColumns = {
  id: tasks.id,
  attempt: tasks.attempt,
  status: tasks.status,
  isRun: sql<boolean>`${tasks.snapshot}->'template'->>'app' = ${WORKFLOW_APP}`,
};

export async function findStopTarget(tx: Db, projectId: number, taskId: number): Promise<StopTarget> {
  const [task] = await tx.select(stopTargetColumns).from(tasks).where(isTaskOf(projectId, taskId));
  if (!task) throw notFound();
  return task;
}

/** The first who asked stays the one who stopped it. */
export async function noteStopper(tx: Db, stopped: Pick<TaskRow, "id">[], by: number): Promise<void> {
  const ids = stopped.map(({ id }) => id);
  await tx
    .update(tasks)
    .set({ stopped_by_id: by })
    .where(and(isOneOf(tasks.id, ids), isNull(tasks.stopped_by_id)));
}
