import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { serialize } from "@/lib/operation/serialize";
import { admitted, busyTasks, queueHeads, type Waiting } from "@/lib/queue/candidates";
import { fairOrder, recordServed } from "@/lib/queue/fairness";
import { runnerState } from "@/lib/queue/runners";
import { type TaskRow, transition } from "@/lib/task/transition";

/** The runner process that asks for work. */
export type Claimer = { runnerId: number; instanceId: string };

/** `contended`: another node has locked a project that may have work, so retry soon. */
export type Claims = { tasks: TaskRow[]; contended: boolean };

/** Claims up to `free` tasks, one per project in turn and each in a transaction of its own. */
export async function claimTasks(db: Db, claimer: Claimer, free: number): Promise<Claims> {
  const claims: Claims = { tasks: [], contended: false };
  for (let before = -1; before < claims.tasks.length && claims.tasks.length < free; ) {
    before = claims.tasks.length;
    for (const projectId of await promisingProjects(db, claimer)) {
      if (claims.tasks.length === free) break;
      const claimed = await claimAlone(db, claimer, projectId);
      if (claimed === "locked") claims.contended = true;
      else if (claimed) claims.tasks.push(claimed);
    }
  }
  return claims;
}

/**
 * Claims in one project run one after the other in this process: each takes milliseconds, whereas finding the project
 * locked costs a pause. Other web nodes still meet the lock.
 */
const claimAlone = (db: Db, claimer: Claimer, projectId: number) =>
  serialize(`claim ${projectId}`, () => db.transaction((tx) => claimFrom(tx, claimer, projectId)));

/** Looks without a lock, so that hundreds of idle runners do not block one another. */
async function promisingProjects(db: Db, { runnerId, instanceId }: Claimer): Promise<number[]> {
  const heads = await queueHeads(db);
  if (heads.length === 0) return [];
  const [runner, busy] = [await runnerState(db, runnerId, instanceId), await busyTasks(db)];
  return runner ? fairOrder(admitted(heads, busy, runner), busy) : [];
}

/**
 * Applies the rule again with the rows locked that the limits are counted by: the runner, then the project. One
 * project per transaction, so that claims cannot deadlock.
 */
async function claimFrom(tx: Db, claimer: Claimer, projectId: number): Promise<TaskRow | "locked" | null> {
  const { runnerId, instanceId } = claimer;
  await tx.select({ id: runners.id }).from(runners).where(eq(runners.id, runnerId)).for("no key update");
  const runner = await runnerState(tx, runnerId, instanceId);
  if (!runner) return null;
  const [project] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for("no key update", { skipLocked: true });
  if (!project) return "locked";
  const heads = admitted(await queueHeads(tx, projectId), await busyTasks(tx, projectId), runner);
  for (const head of heads) {
    const task = await take(tx, claimer, head);
    if (task) return task;
  }
  return heads.length > 0 ? "locked" : null;
}

/** Null if another transaction has locked the row, e.g. to stop the task. */
async function take(tx: Db, { runnerId, instanceId }: Claimer, head: Waiting): Promise<TaskRow | null> {
  const [free] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.id, head.id))
    .for("no key update", { skipLocked: true });
  const task =
    free &&
    (await transition(
      tx,
      "claim",
      { taskId: free.id },
      { attempt: sql`${tasks.attempt} + 1`, runner_id: runnerId, reason: null },
    ));
  if (!task) return null;
  await tx.insert(taskAttempts).values({
    task_id: task.id,
    attempt: task.attempt,
    runner_id: runnerId,
    instance_id: instanceId,
    heartbeat_at: sql`now()`,
  });
  recordServed(task.project_id);
  return task;
}
