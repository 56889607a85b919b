import { useTranslations } from "next-intl";
import { StatusChip } from "@/components/status/status-chip";
import { useWaitingText } from "@/components/task/state/use-waiting-text";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";
import type { WaitingFor } from "@/lib/queue/schema";

type TaskChipProps = {
  task: {
    status: TaskStatus;
    reason: TaskReason | null;
    waiting_for?: WaitingFor | null;
    stopped_by_name?: string | null;
  };
  /** Overrides the task's status with the requested one. */
  status?: TaskStatus;
};

/** The status of a task; the tooltip says why it waits, or how it ended. */
export function TaskChip({ task, status = task.status }: TaskChipProps) {
  const t = useTranslations("task.ended");
  const why = useWaitingText();
  const waits = status === "waiting" && task.waiting_for !== undefined;
  const stopper = status === "stopped" && task.reason === "stopped_by_user" && task.stopped_by_name;
  const detail = waits ? why(task.waiting_for ?? null) : stopper ? t("stoppedBy", { name: stopper }) : undefined;
  return <StatusChip status={status} reason={task.reason} detail={detail} />;
}
