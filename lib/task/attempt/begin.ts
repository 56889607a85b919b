import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { prepared } from "@/db/prepared";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { sendLast } from "@/db/session";
import { recordEvent } from "@/lib/operation/record-event";
import type { AttemptRef, BeginRequest } from "@/lib/protocol/runner";
import { ATTEMPT, attemptOver, isAttempt, lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { isTask, type TaskRow, transitionStatement } from "@/lib/task/transition";

export type Begin = z.output<typeof BeginRequest>;

/**
 * The step before any process: only the runner and process that hold the attempt get the job, and only until it ends.
 * Asking again in the same phase gives the same answer, because the first one may have been lost.
 */
export async function beginTask(db: Db, runnerId: number, taskId: number, begin: Begin): Promise<TaskRow> {
  const ref = { task_id: taskId, attempt: begin.attempt };
  const { stages } = begin;
  const [begun, [task]] = await Promise.all([
    markBegun(db, begin.phase).execute({ ...ref, runnerId, instanceId: begin.instance_id }),
    setRunning(db, begin.phase, stages ? "stages" : "no stages").execute({ ...ref, stages }),
  ]);
  if (begun.length === 0 && !task) return repeated(db, ref, isHeldBy(runnerId, begin.instance_id));
  if (begun.length === 0 || !task) throw attemptOver();
  if (begin.phase === "run") sendLast(db, recordRunning(db, task));
  return task;
}

const isHeldBy = (runnerId: number | Placeholder, instanceId: string | Placeholder) =>
  and(eq(taskAttempts.runner_id, runnerId), eq(taskAttempts.instance_id, instanceId));

const markBegun = prepared((db, phase: Begin["phase"]) => {
  const name = phase === "run" ? "begun_at" : "applied_at";
  const isOwn = isHeldBy(sql.placeholder("runnerId"), sql.placeholder("instanceId"));
  return db
    .update(taskAttempts)
    .set({ [name]: sql`now()`, heartbeat_at: sql`now()` })
    .where(and(isAttempt(ATTEMPT), isNull(taskAttempts.ended_at), isOwn, isNull(taskAttempts[name])))
    .returning({ attempt: taskAttempts.attempt })
    .prepare("mark begun");
});

const setRunning = prepared((db, phase: Begin["phase"], reported: "stages" | "no stages") => {
  const from = eq(tasks.status, phase === "run" ? "starting" : "confirmed");
  const changes = {
    start: sql`coalesce(${tasks.start}, now())`,
    ...(reported === "stages" && { stages: sql`${sql.param(sql.placeholder("stages"), tasks.stages)}` }),
  };
  const which = isTask({ taskId: ATTEMPT.task_id, attempt: ATTEMPT.attempt });
  return transitionStatement(db, "begin", and(which, from), changes).prepare("set running");
});

/** Also while it is being stopped: the runner that has to report the end has never heard that it began. */
async function repeated(db: Db, ref: AttemptRef, isOwn: SQL | undefined): Promise<TaskRow> {
  if (!(await lockOpenAttempt(db, ref, isOwn))) throw attemptOver();
  const { task_id: taskId, attempt } = ref;
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.attempt, attempt), inArray(tasks.status, ["running", "stopping"])));
  if (!task) throw attemptOver();
  return task;
}

const recordRunning = (db: Db, task: TaskRow) =>
  recordEvent(
    db,
    {
      object_type: "task",
      object_id: task.id,
      object_name: task.snapshot.template.name,
      subject: `Task ID ${task.id} (${task.snapshot.template.name})`,
      action: "running",
      integration_id: task.integration_id,
    },
    { project: { id: task.project_id }, userId: task.user_id, ip: "" },
  );
