import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { toAppError } from "@/lib/operation/errors";
import { apiText } from "@/lib/operation/http/api-texts";
import { correctFire, type Outcome, recordFire } from "@/lib/schedule/history";
import type { ScheduleRow } from "@/lib/schedule/store";
import { taskInput } from "@/lib/schedule/task-params";
import { log } from "@/lib/settings/log";
import type { NewTaskInput } from "@/lib/task/schema";
import { createTask } from "@/lib/task/start/create";
import type { TaskRow } from "@/lib/task/transition";

/**
 * Starts the task of one due instant, in the transaction that holds the schedule, and puts down what came of it; `further`
 * is sent beside what the schedule sends. Null when none was started. Fails only when a later try may do better.
 */
export async function runOnce(
  tx: Db,
  schedule: ScheduleRow,
  run: number,
  further: Partial<NewTaskInput> = {},
): Promise<TaskRow | null> {
  const busyWith = schedule.overlap === "skip" ? await unfinishedTask(tx, schedule) : null;
  if (busyWith !== null) {
    await recordFire(tx, schedule.id, run, { outcome: "skipped", reason: "template_busy", detail: `#${busyWith}` });
    return null;
  }
  if (!(await recordFire(tx, schedule.id, run, { outcome: "started" }))) return null;
  const { task, outcome } = await start(tx, schedule, further);
  await correctFire(tx, schedule.id, run, outcome);
  return task;
}

async function start(
  tx: Db,
  schedule: ScheduleRow,
  further: Partial<NewTaskInput>,
): Promise<{ task: TaskRow | null; outcome: Outcome }> {
  try {
    const input = { ...taskInput(schedule), ...further };
    const task = await tx.transaction((savepoint) =>
      createTask(savepoint, schedule.project_id, input, { scheduleId: schedule.id, mayManage: true }),
    );
    return { task, outcome: { outcome: "started", task_id: task.id } };
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.code === "unavailable") throw error;
    if (refusal.code === "internal") log.error({ err: error, schedule: schedule.id }, "schedule cannot start its task");
    const reason = refusal.code === "internal" ? "broken" : "refused";
    return { task: null, outcome: { outcome: "failed", reason, detail: apiText(refusal) ?? "" } };
  }
}

async function unfinishedTask(tx: Db, { project_id, template_id }: ScheduleRow): Promise<number | null> {
  const [task] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.project_id, project_id), eq(tasks.template_id, template_id), isUnfinished))
    .limit(1);
  return task?.id ?? null;
}
