import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { prepared, preparedSql } from "@/db/prepared";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { serialize } from "@/lib/operation/serialize";
import { admitted, startable, type Waiting } from "@/lib/queue/candidates";
import { fairOrder, recordServed } from "@/lib/queue/fairness";
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
    const { projectIds, ...seen } = await promisingProjects(db, claimer);
    Object.assign(claims, seen);
    for (const projectId of projectIds) {
      const room = free - claims.tasks.length;
      if (room === 0) break;
      const claimed = await claimAlone(
        db,
        claimer,
        projectId,
        projectIds.length === 1 ? Math.min(room, MOST_AT_ONCE) : 1,
      );
      if (claimed === "locked") claims.contended = true;
      else claims.tasks.push(...claimed);
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
const claimAlone = (db: Db, claimer: Claimer, projectId: number, most: number) =>
  serialize(`claim ${projectId}`, () => db.transaction((tx) => claimFrom(tx, claimer, projectId, most)));

/** Looks without a lock, so that hundreds of idle runners do not block one another. */
async function promisingProjects(db: Db, claimer: Claimer): Promise<Seen & { projectIds: number[] }> {
  const { heads, busy, runner } = await viewQueue(db, claimer);
  return {
    projectIds: runner ? fairOrder(admitted(heads, busy, runner), busy) : [],
    left: startable(heads, busy).map(({ candidate }) => candidate),
    runner,
  };
}

/**
 * Applies the rule again with the rows locked that the limits are counted by: the runner, then the project. One
 * project per transaction, so that claims cannot deadlock.
 */
async function claimFrom(tx: Db, claimer: Claimer, projectId: number, most: number): Promise<TaskRow[] | "locked"> {
  if (!(await lockLimits(tx, claimer.runnerId, projectId))) return "locked";
  const claimed: TaskRow[] = [];
  for (let next: TaskRow | "locked" | null = null; claimed.length < most; claimed.push(next)) {
    next = await claimNext(tx, claimer, projectId);
    if (next === null) break;
    if (next === "locked") return claimed.length > 0 ? claimed : next;
  }
  return claimed;
}

/** Looks at the queue for every task, because each changes what the limits leave. */
async function claimNext(tx: Db, claimer: Claimer, projectId: number): Promise<TaskRow | "locked" | null> {
  const { heads, busy, runner } = await viewQueue(tx, claimer, projectId);
  const mayStart = runner ? admitted(heads, busy, runner) : [];
  for (const head of mayStart) {
    const task = await take(tx, claimer, head);
    if (task) return task;
  }
  return mayStart.length > 0 ? "locked" : null;
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
  const free = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.id, sql.placeholder("id")))
    .for("no key update", { skipLocked: true });
  const changes = { attempt: sql`${tasks.attempt} + 1`, runner_id: sql`${runnerId}`, reason: null };
  const claimed = db.$with("claimed").as(transitionStatement(db, "claim", inArray(tasks.id, free), changes));
  const begun = db.$with("attempt", {}).as(sql`
    insert into ${taskAttempts} (task_id, attempt, runner_id, instance_id, heartbeat_at)
    select id, attempt, ${runnerId}, ${sql.placeholder("instanceId")}, now() from ${claimed}`);
  return db.with(claimed, begun).select().from(claimed).prepare("take");
});
