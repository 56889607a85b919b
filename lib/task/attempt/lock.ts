import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { taskAttempts } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";

export type AttemptRow = typeof taskAttempts.$inferSelect;

export const attemptOver = () => new AppError("conflict", { key: "attemptOver" });

export const isAttempt = ({ task_id, attempt }: AttemptRef) =>
  and(eq(taskAttempts.task_id, task_id), eq(taskAttempts.attempt, attempt));

/**
 * The attempt as it is now, locked; null when it is over or `condition` does not hold any more. Whoever changes attempt
 * and task locks the attempt first, so that nobody waits in a circle.
 */
export async function lockOpenAttempt(tx: Db, ref: AttemptRef, condition?: SQL): Promise<AttemptRow | null> {
  const [row] = await tx
    .select()
    .from(taskAttempts)
    .where(and(isAttempt(ref), isNull(taskAttempts.ended_at), condition))
    .for("update");
  return row ?? null;
}

/** As above for a call of its runner: refused when it is over, not begun or another runner's. */
export async function lockAttempt(tx: Db, runnerId: number, task_id: number, attempt: number): Promise<AttemptRow> {
  const row = await lockOpenAttempt(tx, { task_id, attempt });
  if (!row?.begun_at || row.runner_id !== runnerId) throw attemptOver();
  return row;
}
