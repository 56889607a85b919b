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

/** The process that asks for work. */
export type Claimer = { runnerId: number; instanceId: string };

/** `contended`: another node has just locked a project that may hold work, so it is worth looking again soon. */
export type Claims = { tasks: TaskRow[]; contended: boolean };

/** Hands out up to `free` tasks, one of each project in turn and each claimed in a transaction of its own. */
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
 * Claims of one project by this process run one after the other: each takes milliseconds, while finding the project locked
 * costs a pause. Other web nodes still meet the lock.
 */
const claimAlone = (db: Db, claimer: Claimer, projectId: number) =>
  serialize(`claim ${projectId}`, () => db.transaction((tx) => claimFrom(tx, claimer, projectId)));

/** Looks without a lock: hundreds of runners that find nothing to do do not block one another. */
async function promisingProjects(db: Db, { runnerId, instanceId }: Claimer): Promise<number[]> {
  const heads = await queueHeads(db);
  if (heads.length === 0) return [];
  const [runner, busy] = [await runnerState(db, runnerId, instanceId), await busyTasks(db)];
  return runner ? fairOrder(admitted(heads, busy, runner), busy) : [];
}

/**
 * The rule again, now with the rows locked that the caps are counted by: the runner's, then the project's. Only one
 * project in a transaction, so that claims never wait for each other in a circle.
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

/** Null when another transaction holds the row, to stop the task for example. */
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
