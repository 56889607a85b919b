import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import type { AttemptRef } from "@/lib/protocol/runner";

export type LegacyRow = typeof legacyAttempts.$inferSelect;

export const isLegacy = (taskId: number) => eq(legacyAttempts.id, taskId);

export const placeOf = (taskId: number, column: "secrets" | "held") => `legacy_attempts/${taskId}/${column}` as const;

/** A job that the runner listed and no longer lists is gone, but a PUT may overtake another. */
const GONE_AFTER_SECONDS = 15;
/** A runner begins a job within five seconds of getting it. */
const UNKNOWN_AFTER_SECONDS = 30;

/**
 * Of the attempts that the runner may have something of: their rows and state. If a PUT of it does not list them, they
 * have ended (`gone`) or it never got them (`unknown`).
 */
export const legacyAttemptsOf = (db: Db, runnerId: number) =>
  db
    .select({
      row: legacyAttempts,
      ended_at: taskAttempts.ended_at,
      stop_requested: taskAttempts.stop_requested,
      commit_hash: tasks.commit_hash,
      gone: sql<boolean>`coalesce(${legacyAttempts.seen_at} < now() - make_interval(secs => ${GONE_AFTER_SECONDS}), false)`,
      unknown: sql<boolean>`${legacyAttempts.seen_at} is null
        and ${legacyAttempts.offered_at} < now() - make_interval(secs => ${UNKNOWN_AFTER_SECONDS})`,
    })
    .from(legacyAttempts)
    .innerJoin(
      taskAttempts,
      and(eq(taskAttempts.task_id, legacyAttempts.id), eq(taskAttempts.attempt, legacyAttempts.attempt)),
    )
    .innerJoin(tasks, eq(tasks.id, legacyAttempts.id))
    .where(eq(legacyAttempts.runner_id, runnerId))
    .orderBy(legacyAttempts.id);
export type LegacyAttempt = Awaited<ReturnType<typeof legacyAttemptsOf>>[number];

export const refOf = ({ id, attempt }: Pick<LegacyRow, "id" | "attempt">): AttemptRef => ({ task_id: id, attempt });

/** Any call of the runner renews the leases of these. */
export const openRefs = (attempts: readonly LegacyAttempt[]): AttemptRef[] =>
  attempts.filter(({ ended_at }) => ended_at === null).map(({ row }) => refOf(row));
