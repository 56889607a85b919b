import { Check, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TaskName } from "@/components/dashboard/task-name";
import type { RowProps } from "@/components/dashboard/task-rows";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { useTaskActions } from "@/components/task/state/use-task-actions";
import { usePermission } from "@/components/task/use-permission";
import { Button } from "@/components/ui/button";

const DestroyDialog = dynamic(() =>
  import("@/components/dashboard/destroy-dialog").then((module) => module.DestroyDialog),
);

/** A plan with its numbers, to be confirmed or rejected here. One that destroys asks once more, with the number. */
export function DecisionRow({ task, across, refetch }: RowProps) {
  const t = useTranslations("task.plan");
  const mayRun = usePermission("runTasks");
  const actions = useTaskActions(task, refetch);
  const [asks, setAsks] = useState(false);
  const asked = useOnceOpen(asks);
  const { pending } = actions;
  const destroys = task.plan?.destroy ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2.5">
        <StatusSvg status={actions.status} />
        <div className="min-w-0">
          <TaskName task={task} across={across} />
          <p className="flex flex-wrap gap-x-3 text-xs">
            {task.plan ? <PlanNumbers plan={task.plan} /> : t("seeLog")}
            {task.confirm_until && (
              <span className="text-muted-foreground">
                {t.rich("until", { time: () => <Time value={task.confirm_until} /> })}
              </span>
            )}
          </p>
        </div>
      </div>
      {mayRun && (
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button loading={pending === "reject"} disabled={pending !== null} onClick={actions.reject}>
            <X />
            {t("reject")}
          </Button>
          <Button
            variant={destroys > 0 ? "destructive" : "primary"}
            loading={pending === "confirm"}
            disabled={pending !== null}
            onClick={() => (destroys > 0 ? setAsks(true) : actions.confirm())}
          >
            <Check />
            {t("confirm")}
          </Button>
        </div>
      )}
      {asked && (
        <DestroyDialog
          task={task}
          count={destroys}
          open={asks}
          onOpenChange={setAsks}
          onConfirm={() => actions.confirm()}
        />
      )}
    </div>
  );
}
