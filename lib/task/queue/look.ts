import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { onlyRow } from "@/db/only-row";
import { preparedSql } from "@/db/prepared";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { isProbeWanted } from "@/lib/probe/claim";
import type { AttemptRef } from "@/lib/protocol/runner";
import { isAnyCheckDue } from "@/lib/repository/check/claim";

/** An attempt that the runner holds, or that the server gave it. */
export type RunnerAttempt = {
  task_id: number;
  attempt: number;
  instance_id: string;
  /** Not ended, and the newest of its task. */
  open: boolean;
  ended: boolean;
  /** The runner itself has reported the end. */
  reported: boolean;
  stop_requested: "stop" | "kill" | null;
  /** The last directive that a poll handed out. */
  sent: string | null;
  status: string;
  project_id: number;
  holds_slot: boolean;
};

/** What there may be for a runner, before anything is decided. */
export type Look = { attempts: RunnerAttempt[]; tasks: boolean; checks: boolean; probes: boolean };

const columns = sql`'task_id', ${taskAttempts.task_id}, 'attempt', ${taskAttempts.attempt},
  'instance_id', ${taskAttempts.instance_id}, 'ended', ${taskAttempts.ended_at} is not null,
  'reported', ${taskAttempts.exit_code} is not null,
  'open', ${taskAttempts.ended_at} is null and ${tasks.attempt} = ${taskAttempts.attempt},
  'stop_requested', ${taskAttempts.stop_requested}, 'sent', ${taskAttempts.directive_sent},
  'status', ${tasks.status}, 'project_id', ${tasks.project_id}, 'holds_slot', ${tasks.holds_slot}`;

const attemptList = sql`
  (select coalesce(json_agg(json_build_object(${columns}) order by ${taskAttempts.task_id}), '[]')
  from ${taskAttempts} join ${tasks} on ${tasks.id} = ${taskAttempts.task_id}
  where ${taskAttempts.runner_id} = ${sql.placeholder("runnerId")} and (${taskAttempts.ended_at} is null
    or ${isOneOf(taskAttempts.task_id, sql.placeholder("held"))}))`;

const selectLook = preparedSql<Look>(
  () => sql`
    select ${attemptList} as attempts,
      exists (select 1 from ${tasks} where status = 'waiting') as tasks,
      ${isAnyCheckDue} as checks,
      exists (select 1 from probes where ${isProbeWanted}) as probes`,
);

const selectAttempts = preparedSql<Pick<Look, "attempts">>(() => sql`select ${attemptList} as attempts`);

/** One statement for everything that a poll asks about; most polls find nothing. */
export async function lookForWork(db: Db, runnerId: number, held: readonly AttemptRef[]): Promise<Look> {
  return onlyRow(await selectLook(db).execute({ runnerId, held: idsOf(held) }));
}

/** The attempts alone. */
export async function readAttempts(db: Db, runnerId: number, held: readonly AttemptRef[]): Promise<RunnerAttempt[]> {
  const [row] = await selectAttempts(db).execute({ runnerId, held: idsOf(held) });
  return row?.attempts ?? [];
}

const idsOf = (held: readonly AttemptRef[]): number[] => held.map(({ task_id }) => task_id);

/** Attempts of this process that were claimed but never begun: the reply was lost, so they are offered again. */
export const unbegunAttempts = (
  attempts: readonly RunnerAttempt[],
  instanceId: string,
  held: readonly AttemptRef[],
): AttemptRef[] =>
  attempts
    .filter((row) => row.open && row.status === "starting" && row.instance_id === instanceId)
    .filter((row) => !held.some(({ task_id }) => task_id === row.task_id))
    .map(({ task_id, attempt }) => ({ task_id, attempt }));
