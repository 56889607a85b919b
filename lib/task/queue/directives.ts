import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import type { AttemptRef, Directive } from "@/lib/protocol/runner";
import { busyTasks } from "@/lib/queue/candidates";
import { isFull } from "@/lib/queue/rule";
import { isAttempt } from "@/lib/task/attempt/open-attempts";
import type { RunnerAttempt } from "@/lib/task/queue/look";

/** What the runner should do with the attempts it holds, as often as it asks: for heartbeats. */
export const allDirectives = (
  db: Db,
  runnerId: number,
  held: AttemptRef[],
  rows: readonly RunnerAttempt[],
): Promise<Directive[]> => withSlots(db, runnerId, dueFor(held, rows));

/**
 * What no poll has returned yet, recorded as sent: polls must not return over and over while a task is stopping. If the reply is
 * lost, a heartbeat repeats it.
 */
export async function newDirectives(
  db: Db,
  runnerId: number,
  held: AttemptRef[],
  rows: readonly RunnerAttempt[],
): Promise<Directive[]> {
  const fresh = dueFor(held, rows).filter(({ row, action }) => !row || !isKnown(row, action));
  const directives = await withSlots(db, runnerId, fresh);
  for (const directive of directives) await recordSent(db, directive);
  return directives;
}

/** Without a row the server does not know the attempt. */
type Due = { ref: AttemptRef; action: Directive["action"]; row: RunnerAttempt | undefined };

function dueFor(held: AttemptRef[], rows: readonly RunnerAttempt[]): Due[] {
  const due: Due[] = [];
  for (const ref of held) {
    const row = rows.find(({ task_id, attempt }) => task_id === ref.task_id && attempt === ref.attempt);
    const action = row ? actionFor(row) : "discard";
    if (action) due.push({ ref, action, row });
  }
  return due;
}

/** Leaves out confirmed tasks for which there is no slot yet. */
async function withSlots(db: Db, runnerId: number, due: Due[]): Promise<Directive[]> {
  const directives: Directive[] = [];
  for (const { ref, action, row } of due) {
    if (action === "apply" && row && !row.holds_slot && !(await grantSlot(db, runnerId, row.project_id, ref))) continue;
    directives.push({ task_id: ref.task_id, attempt: ref.attempt, action });
  }
  return directives;
}

/** A runner drops what it has reported as soon as it gets the reply; if that is lost, the next heartbeat says so. */
const isKnown = ({ sent, ended, reported }: RunnerAttempt, action: Directive["action"]): boolean =>
  sent === action || (ended && reported);

function actionFor(row: RunnerAttempt): Directive["action"] | null {
  if (row.ended) return "discard";
  if (row.stop_requested) return row.stop_requested;
  return row.status === "confirmed" ? "apply" : null;
}

/** A confirmed task continues only if project and runner have room for it; it then takes a slot again. */
function grantSlot(db: Db, runnerId: number, projectId: number, { task_id, attempt }: AttemptRef): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [runner] = await tx.select().from(runners).where(eq(runners.id, runnerId)).for("no key update");
    const [project] = await tx
      .select({ limit: projects.max_parallel_tasks })
      .from(projects)
      .where(eq(projects.id, projectId))
      .for("no key update");
    const holding = (await busyTasks(tx, eq(tasks.project_id, projectId))).filter((task) => task.holds_slot).length;
    if (!runner || !project || isFull(project.limit, holding)) return false;
    if (isFull(runner.max_parallel_tasks, await slotsOf(tx, runnerId))) return false;
    const rows = await tx
      .update(tasks)
      .set({ holds_slot: true })
      .where(and(eq(tasks.id, task_id), eq(tasks.attempt, attempt), eq(tasks.status, "confirmed")))
      .returning({ id: tasks.id });
    return rows.length > 0;
  });
}

async function slotsOf(tx: Db, runnerId: number): Promise<number> {
  const [row] = await tx
    .select({ running: count() })
    .from(tasks)
    .where(and(eq(tasks.runner_id, runnerId), tasks.holds_slot));
  return row?.running ?? 0;
}

const recordSent = (db: Db, { task_id, attempt, action }: Directive) =>
  db.update(taskAttempts).set({ directive_sent: action }).where(isAttempt({ task_id, attempt }));

/** Other web nodes may have renewed them just now. */
const isOld = (time: PgColumn | SQL) => sql`(${time} between now() - interval '1 second' and now()) is not true`;

/**
 * Renews the leases of the attempts by the database's clock, so runners' clocks do not matter. Locks them in the order in which
 * those do that end many at once.
 */
export async function renewLeases(db: Db, runnerId: number, held: AttemptRef[]): Promise<void> {
  await db
    .update(runners)
    .set({ last_seen: sql`now()` })
    .where(and(eq(runners.id, runnerId), isOld(runners.last_seen)));
  if (held.length === 0) return;
  await db.execute(sql`
    with held as (
      select attempts.task_id, attempts.attempt
      from ${taskAttempts} attempts
      join jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as held(task_id int, attempt int) using (task_id, attempt)
      where attempts.runner_id = ${runnerId} and ${isOld(sql`attempts.heartbeat_at`)}
      order by attempts.task_id, attempts.attempt
      for update of attempts)
    update ${taskAttempts} set heartbeat_at = now() from held
    where ${taskAttempts.task_id} = held.task_id and ${taskAttempts.attempt} = held.attempt`);
}
