import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskPlans } from "@/db/schema/task-plans";
import { tasks } from "@/db/schema/tasks";
import { AppError, found } from "@/lib/operation/errors";
import type { TaskPlan } from "@/lib/protocol/plan";
import type { AttemptRef } from "@/lib/protocol/runner";
import { attemptOver, lockAttempt } from "@/lib/task/attempt/open-attempts";
import { noteResult } from "@/lib/task/results";
import { isTaskOf, type TaskRow } from "@/lib/task/transition";

/** Stores the plan of an attempt that goes on; a runner that lost the answer sends it again. Null: nothing to announce. */
export async function storePlan(tx: Db, runnerId: number, ref: AttemptRef, plan: TaskPlan): Promise<TaskRow | null> {
  await lockAttempt(tx, runnerId, ref.task_id, ref.attempt);
  const isCurrent = and(eq(tasks.id, ref.task_id), eq(tasks.attempt, ref.attempt), eq(tasks.status, "running"));
  const [task] = await tx.select({ id: tasks.id }).from(tasks).where(isCurrent);
  if (!task) throw attemptOver();
  const row = { attempt: ref.attempt, checksum: plan.checksum, plan };
  await tx
    .insert(taskPlans)
    .values({ task_id: ref.task_id, ...row })
    .onConflictDoUpdate({ target: taskPlans.task_id, set: row });
  return noteResult(tx, ref.task_id, "plan");
}

export async function readPlan(db: Db, projectId: number, taskId: number): Promise<TaskPlan> {
  const [row] = await db
    .select({ plan: taskPlans.plan })
    .from(taskPlans)
    .innerJoin(tasks, eq(tasks.id, taskPlans.task_id))
    .where(isTaskOf(projectId, taskId));
  return found(row).plan;
}

/** Selected along with its task; null: the plan is only in the log. */
export const planChecksum = sql<string | null>`(select checksum from ${taskPlans} where task_id = ${tasks.id})`;

/** Fails unless the plan is still the one that somebody has looked at. */
export async function requirePlan(tx: Db, taskId: number, checksum: string): Promise<void> {
  const seen = and(eq(taskPlans.task_id, taskId), eq(taskPlans.checksum, checksum));
  const [row] = await tx.select({ task_id: taskPlans.task_id }).from(taskPlans).where(seen);
  if (!row) throw new AppError("conflict", { key: "planDiffers" });
}
