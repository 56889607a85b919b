import { CircleStop, OctagonX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { holdPlace } from "@/components/ui/hold-place";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { stopTask } from "@/lib/task/actions";
import type { ActiveTask } from "@/lib/task/schema";

type StopButtonProps = { task: Pick<ActiveTask, "task_id" | "project_id" | "status">; onAsked: () => void };

/** Stops the task; force stops one that is already stopping. */
export function StopButton({ task, onAsked }: StopButtonProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const [asking, setAsking] = useState(false);
  const force = task.status === "stopping";

  async function stop(event: MouseEvent) {
    holdPlace(event);
    setAsking(true);
    const problem = await stopTask({ projectId: task.project_id, taskId: task.task_id }, { force }).then(
      problemOf,
      problemText,
    );
    setAsking(false);
    if (problem) toast.error(problem);
    onAsked();
  }

  return (
    <IconButton
      label={t(force ? "task.active.forceStopTask" : "task.active.stopTask", { id: task.task_id })}
      loading={asking}
      onClick={stop}
    >
      {force ? <OctagonX className="text-error-text" /> : <CircleStop />}
    </IconButton>
  );
}
