import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { options } from "@/db/schema/options";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { settings } from "@/lib/settings/settings";
import { endTask } from "@/lib/task/finish";
import { loseAttempt, releaseAttempt } from "@/lib/task/lose";
import type { TaskRow } from "@/lib/task/transition";

/** A claimed task whose runner never began goes back to the queue after this. */
const BEGIN_WITHIN_SECONDS = 60;
/** The API counts as having been away when no node ticked for this long. */
const AWAY_AFTER_SECONDS = 30;
const BATCH = 100;

/** Settles what nobody reports any more. Every web node may run it at any time; returns the tasks it changed. */
export async function reap(db: Db): Promise<TaskRow[]> {
  const upSeconds = await apiUpSeconds(db);
  const changed: TaskRow[] = [];
  for (const { attempt } of await neverBegun(db)) {
    const task = await db.transaction((tx) => releaseAttempt(tx, attempt));
    if (task) changed.push(task);
  }
  for (const { attempt } of await silent(db, upSeconds)) {
    const task = await db.transaction((tx) => loseAttempt(tx, attempt, "runner_lost"));
    if (task) changed.push(task);
  }
  for (const { id } of await unconfirmed(db)) {
    const task = await db.transaction((tx) => endTask(tx, "cancel", { taskId: id }, "confirmation_expired"));
    if (task) changed.push(task);
  }
  return changed;
}

/** How long the API has answered without a break, in seconds by the database's clock: silence before that proves nothing. */
async function apiUpSeconds(db: Db): Promise<number> {
  const away = sql`(split_part(${options.value}, ' ', 2)::float8 < extract(epoch from now()) - ${AWAY_AFTER_SECONDS}::float8)`;
  const now = sql`extract(epoch from now())::text`;
  const [row] = await db
    .insert(options)
    .values({ key: "server.api_up", value: sql`${now} || ' ' || ${now}` })
    .onConflictDoUpdate({
      target: options.key,
      set: { value: sql`case when ${away} then ${now} else split_part(${options.value}, ' ', 1) end || ' ' || ${now}` },
    })
    .returning({
      seconds: sql<number>`(extract(epoch from now()) - split_part(${options.value}, ' ', 1)::float8)::float8`,
    });
  return row?.seconds ?? 0;
}

const withTask = (db: Db) =>
  db
    .select({ attempt: taskAttempts })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)));

const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

const neverBegun = (db: Db) =>
  withTask(db)
    .where(
      and(
        eq(tasks.status, "starting"),
        isNull(taskAttempts.ended_at),
        isNull(taskAttempts.begun_at),
        lt(taskAttempts.heartbeat_at, secondsAgo(BEGIN_WITHIN_SECONDS)),
      ),
    )
    .limit(BATCH);

/** Attempts whose runner was deleted, and running ones nobody has heard of for too long; a plan may wait for longer. */
const silent = (db: Db, upSeconds: number) => {
  const lostAfter = settings().runnerLostAfterMs / 1000;
  const overdue =
    upSeconds > lostAfter
      ? and(
          inArray(tasks.status, ["running", "stopping", "confirmed"]),
          lt(taskAttempts.heartbeat_at, secondsAgo(lostAfter)),
        )
      : sql`false`;
  return withTask(db)
    .where(
      and(
        inArray(tasks.status, ["running", "stopping", "confirmed", "waiting_confirmation"]),
        isNull(taskAttempts.ended_at),
        or(isNull(taskAttempts.runner_id), overdue),
      ),
    )
    .limit(BATCH);
};

const unconfirmed = (db: Db) =>
  db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.status, "waiting_confirmation"), lt(tasks.confirm_until, sql`now()`)))
    .limit(BATCH);
