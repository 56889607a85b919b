import { useTranslations } from "next-intl";
import { TaskName } from "@/components/dashboard/task-name";
import type { RowProps } from "@/components/dashboard/task-rows";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { PlanButtons } from "@/components/task/panel/plan-buttons";
import { useTaskActions } from "@/components/task/state/use-task-actions";

/** A plan with its numbers, to be confirmed or rejected here. */
export function DecisionRow({ task, projectName, refetch }: RowProps) {
  const t = useTranslations("task.plan");
  const actions = useTaskActions(task, refetch);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-2.5">
        <StatusSvg status={actions.status} />
        <div className="min-w-0">
          <TaskName task={task} projectName={projectName} />
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
      <PlanButtons plan={task.plan} actions={actions} />
    </div>
  );
}
