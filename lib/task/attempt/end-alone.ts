import { and, eq, isNotNull, isNull, SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { prepared } from "@/db/prepared";
import { stateWorkspaces } from "@/db/schema/states";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { sendLast } from "@/db/session";
import { settleDrifts } from "@/lib/drift/settle";
import { enqueueAlerts, enqueueDriftAlerts } from "@/lib/notification/enqueue";
import { recordEvents } from "@/lib/operation/record-event";
import type { EventAction } from "@/lib/protocol/event-action";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus, Transition } from "@/lib/protocol/status";
import { releaseLocks } from "@/lib/state/locks";
import { ELSEWHERE, TASK_FACTS, type TaskFacts } from "@/lib/task/attempt/facts";
import { explainFailures } from "@/lib/task/diagnosis/explain";
import { isTask, type TaskRef, type TaskRow, transitionAll, transitionStatement } from "@/lib/task/transition";

/** `by hosts`: Ansible counts a play without hosts as a success; the task's row knows its hosts. */
export type EndReason = TaskReason | null | "by hosts";

/** What a runner has reported about the end. */
export type Report = { exitCode: number | null; facts: Partial<TaskFacts> };
export const NO_REPORT: Report = { exitCode: null, facts: {} };

/**
 * Ends tasks for whatever reason: status, times, erased secrets, events, alerts. Nothing goes on because of it: see endTasks.
 * Leaves out those that were over already.
 */
export async function endTasksAlone(
  tx: Db,
  name: Transition,
  which: TaskRef | SQL,
  reason: EndReason,
  { exitCode, facts } = NO_REPORT,
): Promise<TaskRow[]> {
  const ended = await end(tx, name, which, reason, facts);
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  sendLast(tx, endAttempts(tx).execute({ ids, exitCode }));
  await leaveStates(tx, ended);
  sendLast(
    tx,
    recordEvents(
      tx,
      ended.map((task) => ({
        event: finishedEvent(task),
        scope: { project: { id: task.project_id }, userId: task.user_id, ip: "" },
      })),
    ),
  );
  await enqueueDriftAlerts(tx, await settleDrifts(tx, ended));
  const explained = await explainFailures(tx, ended, exitCode);
  await enqueueAlerts(
    tx,
    explained.filter(({ drift_check }) => !drift_check),
  );
  return explained;
}

function end(
  tx: Db,
  name: Transition,
  which: TaskRef | SQL,
  reason: EndReason,
  facts: Partial<TaskFacts>,
): Promise<TaskRow[]> {
  const reported = TASK_FACTS.filter((fact) => facts[fact] !== undefined);
  if (which instanceof SQL) return transitionAll(tx, name, which, { ...facts, ...endOf(reason) });
  const by = which.attempt === undefined ? "task" : "attempt";
  return endOne(tx, name, by, reason ?? "none", ...reported).execute({ ...which, ...facts });
}

const endOf = (reason: EndReason) => ({
  reason: reason === "by hosts" ? NO_HOSTS : reason,
  end: sql`now()`,
  secret: null,
});

const NO_HOSTS = sql<TaskReason | null>`case when ${tasks.hosts} = '[]'::jsonb then 'no_hosts' end`;

const endOne = prepared(
  (
    db,
    name: Transition,
    by: "task" | "attempt",
    reason: Exclude<EndReason, null> | "none",
    ...reported: (keyof TaskFacts)[]
  ) => {
    const attempt = by === "attempt" ? { attempt: sql.placeholder("attempt") } : {};
    const which = isTask({ taskId: sql.placeholder("taskId"), ...attempt });
    const facts = reported.map((fact) => [fact, sql`${sql.param(sql.placeholder(fact), tasks[fact])}`]);
    const changes = { ...Object.fromEntries(facts), ...endOf(reason === "none" ? null : reason) };
    return transitionStatement(db, name, which, changes).prepare("end");
  },
);

const endAttempts = prepared((db) =>
  db
    .update(taskAttempts)
    .set({ ended_at: sql`now()`, exit_code: sql`${sql.placeholder("exitCode")}` })
    .where(and(isOneOf(taskAttempts.task_id, sql.placeholder("ids")), isNull(taskAttempts.ended_at)))
    .prepare("end attempts"),
);

/** The locks of tasks that ended are free, and the version that is the newest now is what they leave. */
async function leaveStates(tx: Db, ended: readonly TaskRow[]): Promise<void> {
  const taskIds = ended.filter(({ state_id }) => state_id !== null).map(({ id }) => id);
  if (taskIds.length === 0) return;
  await releaseLocks(tx, taskIds);
  const isKeptHere = sql`${tasks.state_version} is distinct from ${ELSEWHERE}`;
  const isItsWorkspace = and(eq(stateWorkspaces.state_id, tasks.state_id), eq(stateWorkspaces.name, tasks.workspace));
  await tx
    .update(tasks)
    .set({ state_version: stateWorkspaces.newest })
    .from(stateWorkspaces)
    .where(and(isOneOf(tasks.id, taskIds), isNotNull(tasks.start), isKeptHere, isItsWorkspace));
}

const finishedEvent = (task: TaskRow) => ({
  object_type: "task",
  object_id: task.id,
  object_name: task.snapshot.template.name,
  subject: `Task ID ${task.id} (${task.snapshot.template.name})`,
  action: endOfStatus(task.status),
  integration_id: task.integration_id,
});

function endOfStatus(status: TaskStatus): EventAction {
  if (status === "success") return "succeeded";
  return status === "stopped" ? "stopped" : "failed";
}
