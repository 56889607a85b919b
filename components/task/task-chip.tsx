import { StatusChip } from "@/components/status/status-chip";
import { useWaitingText } from "@/components/task/state/use-waiting-text";
import type { TaskReason, TaskStatus } from "@/lib/protocol/status";
import type { WaitingFor } from "@/lib/queue/schema";

type TaskChipProps = {
  task: { status: TaskStatus; reason: TaskReason | null; waiting_for?: WaitingFor | null };
  /** Overrides the task's status with the requested one. */
  status?: TaskStatus;
};

/** The status of a task; the tooltip says why it waits, or how it ended. */
export function TaskChip({ task, status = task.status }: TaskChipProps) {
  const why = useWaitingText();
  const waits = status === "waiting" && task.waiting_for !== undefined;
  return <StatusChip status={status} reason={task.reason} detail={waits ? why(task.waiting_for ?? null) : undefined} />;
}
