import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isNoneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { options } from "@/db/schema/options";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { HEARTBEAT_SECONDS } from "@/lib/protocol/runner";
import { STATE_GRACE_SECONDS } from "@/lib/protocol/state";
import { log } from "@/lib/settings/log";
import { settings } from "@/lib/settings/settings";
import { endTask } from "@/lib/task/attempt/end";
import { type AttemptRow, lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { loseAttempt, releaseAttempt } from "@/lib/task/attempt/recover";
import { clockAhead } from "@/lib/task/queue/clock-ahead";
import type { TaskRow } from "@/lib/task/transition";

/** If its runner does not begin in time, a claimed task is queued again. */
const BEGIN_WITHIN_SECONDS = 60;
/**
 * The API counts as having been down if no node ticked for this long, or for a third of the time after which a runner
 * is lost.
 */
const DOWN_AFTER_SECONDS = 30;
const API_UP = "server.api_up";
/** Ticks are five seconds apart and may be late. */
const MIN_DOWN_SECONDS = 10;
/** For so long after the last heartbeat, a dead runner's guard may let a program save its state. */
const SAVING_SECONDS = STATE_GRACE_SECONDS + 2 * HEARTBEAT_SECONDS;
const BATCH = 100;

/**
 * Settles attempts whose runner no longer reports. Every web node may run it at any time; returns the changed tasks.
 */
export async function reap(db: Db): Promise<TaskRow[]> {
  const { upSeconds, anyOpen } = await tickApi(db);
  if (!anyOpen) return [];
  return [
    ...(await settle(db, isOverdue, (tx, attempt) => releaseAttempt(tx, attempt, overdueToBegin))),
    ...(await settle(db, isLost(upSeconds), (tx, attempt) =>
      loseAttempt(tx, attempt, "runner_lost", isSilent(upSeconds)),
    )),
    ...(await settle(db, isUnconfirmed, expire)),
  ];
}

/**
 * Each attempt has its own transaction; a failed one is retried in the next round. Every round tries all of them, so
 * failures cannot starve the others.
 */
async function settle(
  db: Db,
  which: SQL | undefined,
  run: (tx: Db, attempt: AttemptRow) => Promise<TaskRow | null>,
): Promise<TaskRow[]> {
  const changed: TaskRow[] = [];
  const tried: number[] = [];
  for (;;) {
    const batch = await findStuck(db, which, tried);
    for (const attempt of batch) {
      try {
        const task = await db.transaction((tx) => run(tx, attempt));
        if (task) changed.push(task);
      } catch (error) {
        log.warn({ err: error, task: attempt.task_id, attempt: attempt.attempt }, "could not settle a task");
      }
    }
    if (batch.length < BATCH) return changed;
    tried.push(...batch.map(({ task_id }) => task_id));
  }
}

/** The newest attempts that are still open, longest silent first. */
async function findStuck(db: Db, which: SQL | undefined, tried: number[]): Promise<AttemptRow[]> {
  const rows = await db
    .select({ attempt: taskAttempts })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), eq(tasks.attempt, taskAttempts.attempt)))
    .where(and(isNull(taskAttempts.ended_at), which, isNoneOf(taskAttempts.task_id, tried)))
    .orderBy(taskAttempts.heartbeat_at, taskAttempts.task_id)
    .limit(BATCH);
  return rows.map(({ attempt }) => attempt);
}

const lostAfterSeconds = () => settings().runnerLostAfterMs / 1000;

/**
 * `upSeconds`: for how long the API has been up without a break, by the database's clock: silence before that proves
 * nothing. `anyOpen`: whether there is any attempt to settle.
 */
async function tickApi(db: Db): Promise<{ upSeconds: number; anyOpen: boolean }> {
  const downAfter = Math.max(Math.min(DOWN_AFTER_SECONDS, lostAfterSeconds() / 3), MIN_DOWN_SECONDS);
  // A tick that is ahead is of a clock that has been set right. A little ahead are those of other nodes.
  const lastTick = sql`split_part(${options.value}, ' ', 2)::float8`;
  const wasDown = sql`(abs(${lastTick} - extract(epoch from now())) > ${downAfter}::float8)`;
  const now = sql`extract(epoch from now())::text`;
  const rows = await db
    .with(...clockAhead(db, sql`(select ${lastTick} from ${options} where ${options.key} = ${API_UP})`))
    .insert(options)
    .values({ key: API_UP, value: sql`${now} || ' ' || ${now}` })
    .onConflictDoUpdate({
      target: options.key,
      set: {
        value: sql`case when ${wasDown} then ${now} else split_part(${options.value}, ' ', 1) end || ' ' || ${now}`,
      },
    })
    .returning({
      upSeconds: sql<number>`(extract(epoch from now()) - split_part(${options.value}, ' ', 1)::float8)::float8`,
      anyOpen: sql<boolean>`exists (select 1 from ${taskAttempts} where ${taskAttempts.ended_at} is null)`,
    });
  return onlyRow(rows);
}

const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

const overdueToBegin = and(
  isNull(taskAttempts.begun_at),
  lt(taskAttempts.heartbeat_at, secondsAgo(BEGIN_WITHIN_SECONDS)),
);

const isOverdue = and(eq(tasks.status, "starting"), overdueToBegin);

const hasNoState = sql`not exists
  (select from ${tasks} where ${tasks.id} = ${taskAttempts.task_id} and ${tasks.state_id} is not null)`;
const cannotSave = or(lt(taskAttempts.heartbeat_at, secondsAgo(SAVING_SECONDS)), hasNoState);

/** The runner was deleted, or sent nothing for too long while the API was up. */
function isSilent(upSeconds: number): SQL | undefined {
  const lostAfter = lostAfterSeconds();
  const tooLong = upSeconds > lostAfter ? lt(taskAttempts.heartbeat_at, secondsAgo(lostAfter)) : undefined;
  return and(cannotSave, or(isNull(taskAttempts.runner_id), tooLong));
}

/** A plan may wait longer, as long as its runner exists. */
const isLost = (upSeconds: number) =>
  and(
    isSilent(upSeconds),
    or(
      inArray(tasks.status, ["running", "stopping", "confirmed"]),
      and(eq(tasks.status, "waiting_confirmation"), isNull(taskAttempts.runner_id)),
    ),
  );

const isUnconfirmed = and(eq(tasks.status, "waiting_confirmation"), lt(tasks.confirm_until, sql`now()`));

/** Checks again with the rows locked: the task may just have been confirmed. */
async function expire(tx: Db, attempt: AttemptRow): Promise<TaskRow | null> {
  if (!(await lockOpenAttempt(tx, attempt))) return null;
  const ref = { taskId: attempt.task_id, attempt: attempt.attempt };
  const [task] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, ref.taskId), eq(tasks.attempt, ref.attempt), isUnconfirmed))
    .for("no key update");
  return task ? endTask(tx, "cancel", ref, "confirmation_expired") : null;
}
