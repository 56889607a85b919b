import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

/** A stage that was followed by another succeeded; the last one has the task's own fate. */
export function stageStatus({ stages, status }: Pick<TaskDetail, "stages" | "status">, index: number): TaskStatus {
  if (index < stages.length - 1) return "success";
  if (isFinal(status)) return status;
  return stages[index]?.end ? "success" : "running";
}
