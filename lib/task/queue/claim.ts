import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { prepared, preparedSql } from "@/db/prepared";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { sendLast } from "@/db/session";
import { serialize } from "@/lib/operation/serialize";
import { admitted, startable, type Waiting } from "@/lib/queue/candidates";
import { fairOrder, recordServed } from "@/lib/queue/fairness";
import type { Candidate } from "@/lib/queue/rule";
import { viewQueue } from "@/lib/queue/view";
import type { Seen } from "@/lib/task/queue/waiting-polls";
import { type TaskRow, transitionStatement } from "@/lib/task/transition";

/** The runner process that asks for work. */
export type Claimer = { runnerId: number; instanceId: string };

/** `contended`: another node has locked a project that may have work, so retry soon. */
export type Claims = { tasks: TaskRow[]; contended: boolean } & Seen;

/** While a transaction claims, its project is locked. */
const MOST_AT_ONCE = 16;

/** Claims up to `free` tasks: one per project in turn, or several of the only project that has some in one transaction. */
export async function claimTasks(db: Db, claimer: Claimer, free: number): Promise<Claims> {
  const claims: Claims = { tasks: [], contended: false, left: [] };
  for (let before = -1; before < claims.tasks.length && claims.tasks.length < free; ) {
    before = claims.tasks.length;
    const { projectIds, left, runner } = await promisingProjects(db, claimer);
    Object.assign(claims, { left, runner });
    for (const projectId of projectIds) {
      const room = free - claims.tasks.length;
      if (room === 0) break;
      const isOnly = projectIds.length === 1;
      const claimed = await claimAlone(db, claimer, projectId, isOnly ? Math.min(room, MOST_AT_ONCE) : 1);
      claims.tasks.push(...claimed.tasks);
      claims.contended ||= claimed.contended;
      // This runner can take nothing else in this project, and the other projects were not promising.
      if (isOnly && claimed.left && !claims.contended)
        return { ...claims, left: [...left.filter(({ project_id }) => project_id !== projectId), ...claimed.left] };
    }
  }
  // The last claims may have made other tasks the first of their kind.
  const isOutdated = claims.tasks.length === free || claims.contended;
  return isOutdated ? { ...claims, left: "unknown" } : claims;
}

/**
 * Claims in one project run one after the other in this process: each takes milliseconds, whereas finding the project
 * locked costs a pause. Other web nodes still meet the lock.
 */
const claimAlone = (db: Db, claimer: Claimer, projectId: number, most: number): Promise<Claimed> =>
  serialize(`claim ${projectId}`, async () => {
    const { last, ...claimed } = await db.transaction((tx) => claimFrom(tx, claimer, projectId, most));
    if (!last) return claimed;
    const task = await last;
    return task
      ? { ...claimed, tasks: [...claimed.tasks, task] }
      : { ...claimed, contended: claimed.tasks.length === 0, left: null };
  });

/** Looks without a lock, so that hundreds of idle runners do not block one another. */
async function promisingProjects(db: Db, claimer: Claimer) {
  const { heads, busy, runner } = await viewQueue(db, claimer);
  return {
    projectIds: runner ? fairOrder(admitted(heads, busy, runner), busy) : [],
    left: startable(heads, busy).map(({ candidate }) => candidate),
    runner,
  };
}

/** `left`: what else could start in the project, of which the runner may take nothing; null: it may take more. */
type Claimed = { tasks: TaskRow[]; contended: boolean; left: Candidate[] | null };

/** `last`: one more task, or null if another transaction has locked it; the transaction ends without waiting for it. */
type Claiming = Claimed & { last?: Promise<TaskRow | null> };

/**
 * Applies the rule again with the rows locked that the limits are counted by: the runner, then the project. One
 * project per transaction, so that claims cannot deadlock. Looks at the queue for every task, because each changes
 * what the limits leave.
 */
async function claimFrom(tx: Db, claimer: Claimer, projectId: number, most: number): Promise<Claiming> {
  const claimed: Claimed = { tasks: [], contended: false, left: null };
  // The first look follows the lock in the same message, and sees what the lock has waited for.
  const [isLocked, first] = await Promise.all([
    lockLimits(tx, claimer.runnerId, projectId),
    viewQueue(tx, claimer, projectId),
  ]);
  if (!isLocked) return { ...claimed, contended: true };
  for (let view = first; ; view = await viewQueue(tx, claimer, projectId)) {
    const { heads, busy, runner } = view;
    const mayStart = runner ? admitted(heads, busy, runner) : [];
    const canStart = startable(heads, busy);
    const [head] = mayStart;
    if (!head) return { ...claimed, left: canStart.map(({ candidate }) => candidate) };
    // Of several, the first may be locked.
    const left = mayStart.length === 1 ? leftBehind(head, canStart) : null;
    if (left) {
      const last = take(tx, claimer, head);
      sendLast(tx, last);
      return { ...claimed, left, last };
    }
    const task = await takeOneOf(tx, claimer, mayStart);
    if (!task) return { ...claimed, contended: claimed.tasks.length === 0 };
    claimed.tasks.push(task);
    if (claimed.tasks.length === most) return claimed;
  }
}

/** The first that no other transaction has locked. */
async function takeOneOf(tx: Db, claimer: Claimer, mayStart: Waiting[]): Promise<TaskRow | null> {
  for (const head of mayStart) {
    const task = await take(tx, claimer, head);
    if (task) return task;
  }
  return null;
}

/** A template that runs one task at a time starts none behind the claimed one; of another, the next one may start. */
function leftBehind(claimed: Waiting, canStart: Waiting[]): Candidate[] | null {
  if (claimed.candidate.allow_parallel_tasks) return null;
  return canStart.filter(({ template_id }) => template_id !== claimed.template_id).map(({ candidate }) => candidate);
}

/** Waits for the runner's row only; false if another claim has locked the project's. */
async function lockLimits(tx: Db, runnerId: number, projectId: number): Promise<boolean> {
  const rows = await lockBoth(tx).execute({ runnerId, projectId });
  return rows.length > 0;
}

const lockBoth = preparedSql(
  () => sql`
    with runner as materialized (select id from ${runners} where id = ${sql.placeholder("runnerId")} for no key update)
    select 1 from ${projects} where id = ${sql.placeholder("projectId")} and exists (select 1 from runner)
    for no key update skip locked`,
);

/** Null if another transaction has locked the row, e.g. to stop the task. */
async function take(tx: Db, claimer: Claimer, { id }: Waiting): Promise<TaskRow | null> {
  const [task] = await takeTask(tx).execute({ ...claimer, id });
  if (!task) return null;
  recordServed(task.project_id);
  return task;
}

const takeTask = prepared((db) => {
  const runnerId = sql.placeholder("runnerId");
  const isThis = eq(tasks.id, sql.placeholder("id"));
  const free = db.select({ id: tasks.id }).from(tasks).where(isThis).for("no key update", { skipLocked: true });
  const changes = { attempt: sql`${tasks.attempt} + 1`, runner_id: sql`${runnerId}`, reason: null };
  // The id twice: by the other alone Postgres may look through all that wait.
  const which = and(isThis, inArray(tasks.id, free));
  const claimed = db.$with("claimed").as(transitionStatement(db, "claim", which, changes));
  const begun = db.$with("attempt", {}).as(sql`
    insert into ${taskAttempts} (task_id, attempt, runner_id, instance_id, heartbeat_at)
    select id, attempt, ${runnerId}, ${sql.placeholder("instanceId")}, now() from ${claimed}`);
  return db.with(claimed, begun).select().from(claimed).prepare("take");
});
