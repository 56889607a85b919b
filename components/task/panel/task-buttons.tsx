import { OctagonX, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { Button } from "@/components/ui/button";
import { holdPlace } from "@/components/ui/hold-place";
import { isStoppable, type TaskStatus } from "@/lib/protocol/status";

type StopButtonProps = { status: TaskStatus; actions: TaskActions };

/** Stop; Force Stop for a task that is already stopping. */
export function StopButton({ status, actions }: StopButtonProps) {
  const t = useTranslations("task");
  if (!isStoppable(status)) return null;

  function stop(event: MouseEvent) {
    holdPlace(event);
    actions.stop();
  }

  if (status === "stopping") {
    return (
      <Button variant="destructive" loading={actions.pending === "kill"} onClick={actions.kill}>
        <OctagonX />
        {t("forceStop")}
      </Button>
    );
  }
  return (
    <Button loading={actions.pending === "stop"} disabled={actions.pending !== null} onClick={stop}>
      <Square className="size-3 fill-current" />
      {t("stop")}
    </Button>
  );
}
