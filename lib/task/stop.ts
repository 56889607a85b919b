import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { notifyAtCommit } from "@/db/notify";
import { isOneOf } from "@/db/one-of";
import { transactionIf } from "@/db/savepoint";
import { isUnfinished, taskAttempts, tasks } from "@/db/schema/tasks";
import { AppError } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import { taskChanged } from "@/lib/task/announce";
import { endTask, endTasks } from "@/lib/task/attempt/end";
import { isAttempt } from "@/lib/task/attempt/open-attempts";
import { findStopTarget, noteStopper, type StopTarget, stopTargetColumns } from "@/lib/task/stop-target";
import { type TaskRow, transition, transitionAll } from "@/lib/task/transition";
import { advanceRuns } from "@/lib/task/workflow/advance";
import { type Family, familyOf, lockFamily, markStopping } from "@/lib/task/workflow/family";

/** `by`: the user who asks for it. */
type Asked = { by: number; force: boolean };
type StopRequest = { projectId: number; taskId: number } & Asked;

/**
 * Stops a task: immediately if no process runs, otherwise by asking its runner (`force` skips the grace period). Fails
 * for a finished task and changes nothing.
 */
export async function stopTask(tx: Db, { projectId, taskId, by, force }: StopRequest): Promise<TaskRow> {
  const task = await findStopTarget(tx, projectId, taskId);
  if (task.isRun) return stopRun(tx, taskId, { by, force });
  // The attempt before the task, in the same order as finish and begin, to avoid deadlocks.
  await askRunner(tx, { task_id: taskId, attempt: task.attempt }, force);
  const stopped =
    (await endTask(tx, "cancel", { taskId }, "stopped_by_user")) ?? (await transition(tx, "requestStop", { taskId }));
  if (!stopped) throw new AppError("invalid", { key: "taskFinished" });
  await noteStopper(tx, [stopped], by);
  // Claimed and begun since it was read above, so the newer attempt must be asked as well.
  if (stopped.attempt !== task.attempt) await askRunner(tx, { task_id: taskId, attempt: stopped.attempt }, force);
  return stopped;
}

async function stopRun(tx: Db, taskId: number, asked: Asked): Promise<TaskRow> {
  const stopped = await stopTasks(tx, eq(tasks.id, taskId), asked);
  const run = stopped.find(({ id }) => id === taskId);
  if (!run) throw new AppError("invalid", { key: "taskFinished" });
  return run;
}

/**
 * Stops several tasks, skipping finished ones, with as many statements as for one; of runs also what they have started. Rows
 * are locked in the order of their ids: waiting tasks, attempts, the other tasks, and runs last.
 */
async function stopTasks(tx: Db, which: SQL | undefined, asked: Asked): Promise<TaskRow[]> {
  const unfinished = await tx.select(stopTargetColumns).from(tasks).where(and(which, isUnfinished));
  if (unfinished.length === 0) return [];
  if (unfinished.some(({ isRun }) => isRun)) return stopFamilies(tx, unfinished, asked);
  return endFound(tx, await lockToStop(tx, unfinished, asked.force), asked);
}

/**
 * Returns the tasks as they are then. Of those that runners have, the attempts before the tasks, in the same order as finish
 * and begin, to avoid deadlocks.
 */
async function lockToStop(tx: Db, found: StopTarget[], force: boolean): Promise<StopTarget[]> {
  const waiting = await lockWaiting(tx, found);
  const locked = new Set(waiting.map(({ id }) => id));
  const others = found.filter(({ id }) => !locked.has(id));
  if (others.length === 0) return waiting;
  const open = and(isFound(others), isUnfinished);
  await askRunners(tx, await tx.select(stopTargetColumns).from(tasks).where(open), force);
  return [...waiting, ...(await lockTasks(tx, isFound(others)))];
}

const lockTasks = (tx: Db, which: SQL | undefined): Promise<StopTarget[]> =>
  tx.select(stopTargetColumns).from(tasks).where(which).orderBy(tasks.id).for("no key update");

/**
 * No runner takes them from then on. Postgres also locks one that was claimed meanwhile, but whose attempt must be locked
 * first: then it tries again.
 */
async function lockWaiting(tx: Db, found: StopTarget[]): Promise<StopTarget[]> {
  let waiting = found.filter(({ status }) => status === "waiting");
  while (waiting.length > 0) {
    const stillWaiting = and(isFound(waiting), eq(tasks.status, "waiting"));
    const locked = await transactionIf(tx, isComplete, async (savepoint) => {
      const rows = await lockTasks(savepoint, stillWaiting);
      return rows.length === waiting.length ? rows : null;
    });
    if (locked) return locked;
    waiting = await tx.select(stopTargetColumns).from(tasks).where(stillWaiting);
  }
  return [];
}

/** Otherwise it is undone, with its locks. */
const isComplete = (result: unknown): boolean => result !== null;

const isFound = (found: Pick<TaskRow, "id">[]): SQL =>
  isOneOf(
    tasks.id,
    found.map(({ id }) => id),
  );

async function endFound(tx: Db, found: StopTarget[], { by, force }: Asked): Promise<TaskRow[]> {
  const ended = await endTasks(tx, "cancel", isFound(found), "stopped_by_user");
  const asked = await transitionAll(tx, "requestStop", isFound(found));
  const attempts = new Map(found.map(({ id, attempt }) => [id, attempt]));
  const newer = asked.filter(({ id, attempt }) => attempts.get(id) !== attempt);
  if (newer.length > 0) await askRunners(tx, newer, force);
  await noteStopper(tx, [...ended, ...asked], by);
  return [...ended, ...asked];
}

/** A busy runner begins and ends items about as fast as they are found. */
const MAX_LOOKS = 40;

/**
 * Runs may have started more until they are locked; each look finds what the one before missed. Tasks stay locked meanwhile:
 * what cannot end starts nothing more.
 */
async function stopFamilies(tx: Db, found: StopTarget[], asked: Asked): Promise<TaskRow[]> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const { runs, others } = await familyOf(tx, found, asked.force);
    const family = { runs, others: await lockToStop(tx, others, asked.force) };
    const stopped = await transactionIf(tx, isComplete, async (savepoint) =>
      (await lockFamily(savepoint, family, asked.force)) ? stopFamily(savepoint, family, asked) : null,
    );
    if (stopped) return stopped;
  }
  throw new AppError("unavailable", { key: "unavailable" });
}

/** Announces the children itself: callers announce only the run that they asked for. */
async function stopFamily(tx: Db, { runs, others }: Family, asked: Asked): Promise<TaskRow[]> {
  const areRuns = isOneOf(tasks.id, runs);
  await markStopping(tx, runs, asked.force);
  await transitionAll(tx, "requestStop", areRuns);
  const stopped = await endFound(tx, others, asked);
  await advanceRuns(tx, { runs });
  const rows = await tx.select().from(tasks).where(areRuns);
  await noteStopper(tx, rows, asked.by);
  await notifyAtCommit(tx, stopped.flatMap(taskChanged));
  return [...stopped, ...rows];
}

/** Stops a task of any project if it is unfinished. */
export const stopActiveTask = (tx: Db, taskId: number, by: number): Promise<TaskRow[]> =>
  stopTasks(tx, eq(tasks.id, taskId), { by, force: false });

/** Stops every unfinished task of the template. */
export const stopTemplateTasks = (
  tx: Db,
  { projectId, templateId, ...asked }: { projectId: number; templateId: number } & Asked,
): Promise<TaskRow[]> => stopTasks(tx, and(eq(tasks.project_id, projectId), eq(tasks.template_id, templateId)), asked);

async function askRunners(tx: Db, of: { id: number; attempt: number }[], force: boolean): Promise<void> {
  const refs = sql`select * from unnest(${sql.param(of.map(({ id }) => id))}::int[], ${sql.param(of.map(({ attempt }) => attempt))}::int[])`;
  const open = sql`(${taskAttempts.task_id}, ${taskAttempts.attempt}) in (${refs}) and ${taskAttempts.ended_at} is null`;
  await tx
    .select({ id: taskAttempts.task_id })
    .from(taskAttempts)
    .where(open)
    .orderBy(taskAttempts.task_id)
    .for("update");
  await tx
    .update(taskAttempts)
    .set({ stop_requested: stopColumn(force) })
    .where(open);
}

/** A plain stop does not undo an earlier force stop. */
const stopColumn = (force: boolean) =>
  force ? ("kill" as const) : sql`coalesce(${taskAttempts.stop_requested}, 'stop')`;

const askRunner = (tx: Db, ref: AttemptRef, force: boolean) =>
  tx
    .update(taskAttempts)
    .set({ stop_requested: stopColumn(force) })
    .where(isAttempt(ref));
