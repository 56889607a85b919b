import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

/** A stage followed by another has succeeded; the last one has the task's own status. */
export function stageStatus({ stages, status }: Pick<TaskDetail, "stages" | "status">, index: number): TaskStatus {
  if (index < stages.length - 1) return "success";
  if (isFinal(status)) return status;
  return stages[index]?.end ? "success" : "running";
}
