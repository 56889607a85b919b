import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { settings } from "@/lib/settings/settings";

/** Times that are written while this statement runs are ahead of its start by less. */
const AHEAD_SECONDS = 30;

const isAhead = (time: PgColumn, seconds = 0) =>
  sql`${time} > now() + make_interval(secs => ${seconds + AHEAD_SECONDS})`;

/**
 * Parts of a statement: what was written before the database's clock went back counts from now on, or a dead runner would be
 * noticed and a confirmation end that much later. Rows that are locked are left to the next round. `lastTick`: the time of the
 * round before, in seconds since 1970.
 */
export function clockAhead(db: Db, lastTick: SQL) {
  const periodSeconds = settings().confirmationExpiresMs / 1000;
  // A longer time may also be of a longer period, before the setting was changed or on a node where it has not been.
  const wentBack = sql`${lastTick} > extract(epoch from now()) + ${AHEAD_SECONDS}::float8`;
  const leases = sql`
    update ${taskAttempts} set heartbeat_at = now() where (task_id, attempt) in (
      select ${taskAttempts.task_id}, ${taskAttempts.attempt} from ${taskAttempts}
      where ${taskAttempts.ended_at} is null and ${isAhead(taskAttempts.heartbeat_at)} for update skip locked)`;
  const confirmations = sql`
    update ${tasks} set confirm_until = now() + make_interval(secs => ${periodSeconds}) where id in (
      select ${tasks.id} from ${taskAttempts} join ${tasks} on ${tasks.id} = ${taskAttempts.task_id}
      where ${taskAttempts.ended_at} is null and ${tasks.status} = 'waiting_confirmation'
        and ${isAhead(tasks.confirm_until, periodSeconds)} and ${wentBack}
      for no key update of tasks skip locked)`;
  const seen = sql`
    update ${runners} set last_seen = now() where id in (
      select ${runners.id} from ${runners} where ${isAhead(runners.last_seen)} for no key update skip locked)`;
  return [
    db.$with("leases", {}).as(leases),
    db.$with("confirmations", {}).as(confirmations),
    db.$with("seen", {}).as(seen),
  ];
}
