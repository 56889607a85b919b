import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { prepared } from "@/db/prepared";
import { isUnfinished, taskAttempts, tasks } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";

export type AttemptRow = typeof taskAttempts.$inferSelect;

export const attemptOver = () => new AppError("conflict", { key: "attemptOver" });

/** In a statement that is built once, in place of each call's attempt. */
export const ATTEMPT = { task_id: sql.placeholder("task_id"), attempt: sql.placeholder("attempt") };

export const isAttempt = ({ task_id, attempt }: AttemptRef | typeof ATTEMPT) =>
  and(eq(taskAttempts.task_id, task_id), eq(taskAttempts.attempt, attempt));

/**
 * The attempt, locked; null if it is closed or `condition` no longer holds. Code that changes both attempt and task
 * locks the attempt first, to avoid deadlocks.
 */
export async function lockOpenAttempt(tx: Db, ref: AttemptRef, condition?: SQL): Promise<AttemptRow | null> {
  const [row] = await selectAttempt(tx, ref, condition).for("update");
  return row ?? null;
}

/** Like lockOpenAttempt, for a runner's call: fails if it is closed, not begun or another runner's. */
export async function lockAttempt(tx: Db, runnerId: number, task_id: number, attempt: number): Promise<AttemptRow> {
  const [row] = await selectOpen(tx).execute({ task_id, attempt });
  if (!row?.begun_at || row.runner_id !== runnerId) throw attemptOver();
  return row;
}

const selectOpen = prepared((db) => selectAttempt(db, ATTEMPT).for("update").prepare("open attempt"));

const selectAttempt = (db: Db, ref: Parameters<typeof isAttempt>[0], condition?: SQL) =>
  db
    .select()
    .from(taskAttempts)
    .where(and(isAttempt(ref), isNull(taskAttempts.ended_at), condition));

/** The runner's open attempts, in the order in which several are locked. */
export const openAttempts = (db: Db, runnerId: number, further?: SQL) =>
  db
    .select({ attempt: taskAttempts })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)))
    .where(and(eq(taskAttempts.runner_id, runnerId), sql`${taskAttempts.ended_at} is null`, isUnfinished, further))
    .orderBy(taskAttempts.task_id, taskAttempts.attempt);
