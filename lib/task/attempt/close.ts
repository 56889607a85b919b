import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { taskAttempts } from "@/db/schema/tasks";
import { settleDrifts } from "@/lib/drift/settle";
import { enqueueAlerts, enqueueDriftAlerts } from "@/lib/notification/enqueue";
import { recordEvents } from "@/lib/operation/execute";
import type { TaskReason, TaskStatus, Transition } from "@/lib/protocol/status";
import type { TaskFacts } from "@/lib/task/attempt/progress";
import { explainFailures } from "@/lib/task/diagnosis/explain";
import { type TaskRow, transitionAll } from "@/lib/task/transition";

/** The database may decide it by the task's row. */
export type EndReason = TaskReason | null | SQL<TaskReason | null>;

/** What a runner says about the end. */
export type Told = { exitCode: number | null; facts: Partial<TaskFacts> };
export const NOTHING_TOLD: Told = { exitCode: null, facts: {} };

/** Ends tasks for whatever reason: status, times, erased secrets, events, alerts. Leaves out those that were over already. */
export async function closeTasks(
  tx: Db,
  name: Transition,
  which: SQL | undefined,
  reason: EndReason,
  { exitCode, facts } = NOTHING_TOLD,
): Promise<TaskRow[]> {
  const ended = await transitionAll(tx, name, which, { ...facts, reason, end: sql`now()`, secret: null });
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  await tx
    .update(taskAttempts)
    .set({ ended_at: sql`now()`, exit_code: exitCode })
    .where(and(isOneOf(taskAttempts.task_id, ids), isNull(taskAttempts.ended_at)));
  await leaveStates(tx, ended);
  await recordEvents(
    tx,
    ended.map((task) => ({
      event: finishedEvent(task, task.status),
      scope: { project: { id: task.project_id }, userId: task.user_id, ip: "" },
    })),
  );
  await enqueueDriftAlerts(tx, await settleDrifts(tx, ended));
  const explained = await explainFailures(tx, ended, exitCode);
  await enqueueAlerts(
    tx,
    explained.filter(({ drift_check }) => !drift_check),
  );
  return explained;
}

/** The locks of tasks that ended are free, and the version that is the newest now is what they leave. */
async function leaveStates(tx: Db, ended: readonly TaskRow[]): Promise<void> {
  const taskIds = ended.filter(({ state_id }) => state_id !== null).map(({ id }) => id);
  if (taskIds.length === 0) return;
  await tx.execute(sql`delete from state_locks where task_id = any(${sql.param(taskIds)})`);
  await tx.execute(sql`
    update tasks set state_version = workspace.newest
    from state_workspaces workspace
    where tasks.id = any(${sql.param(taskIds)}) and tasks.start is not null
      and workspace.state_id = tasks.state_id and workspace.name = tasks.workspace`);
}

const finishedEvent = (task: TaskRow, status: TaskStatus) => ({
  object_type: "task",
  object_id: task.id,
  description: `Task ID ${task.id} (${task.snapshot.template.name}) finished - ${status.toUpperCase()}`,
  integration_id: task.integration_id,
});
