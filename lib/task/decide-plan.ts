import type { z } from "zod";
import type { Db } from "@/db/client";
import { AppError } from "@/lib/operation/errors";
import { endTask } from "@/lib/task/attempt/end";
import { lockOpenAttempt } from "@/lib/task/attempt/open-attempts";
import { requirePlan } from "@/lib/task/results/plan";
import type { ConfirmInput } from "@/lib/task/schema";
import { findStopTarget, noteStopper } from "@/lib/task/stop-target";
import { type TaskRow, transition } from "@/lib/task/transition";

type OfTask = { projectId: number; taskId: number };

/** Confirms a plan that waits for a decision; with a checksum, that one only. */
export async function confirmTask(
  tx: Db,
  { projectId, taskId, plan_checksum }: OfTask & z.output<typeof ConfirmInput>,
): Promise<TaskRow> {
  await findStopTarget(tx, projectId, taskId);
  const task = decided(await transition(tx, "confirm", { taskId }, { confirm_until: null }));
  if (plan_checksum !== undefined) await requirePlan(tx, taskId, plan_checksum);
  return task;
}

/** Rejects a plan that waits for a decision: the task stops, and nothing of the plan is applied. `by`: the user who rejects it. */
export async function rejectTask(tx: Db, { projectId, taskId, by }: OfTask & { by: number }): Promise<TaskRow> {
  const { attempt } = await findStopTarget(tx, projectId, taskId);
  await lockOpenAttempt(tx, { task_id: taskId, attempt });
  const task = decided(await endTask(tx, "reject", { taskId }, "stopped_by_user"));
  await noteStopper(tx, [task], by);
  return task;
}

function decided(task: TaskRow | null): TaskRow {
  if (!task) throw new AppError("invalid", { key: "taskNotWaitingConfirmation" });
  return task;
}
