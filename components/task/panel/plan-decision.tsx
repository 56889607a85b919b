import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { PlanButtons } from "@/components/task/panel/plan-buttons";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import type { TaskDetail } from "@/lib/task/schema";

type PlanDecisionProps = { task: TaskDetail; actions: TaskActions; mayRun: boolean };

/** Asks the user to confirm or reject a plan. */
export function PlanDecision({ task, actions, mayRun }: PlanDecisionProps) {
  const t = useTranslations("task.plan");
  return (
    <section
      aria-label={t("question")}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-amber/30 border-b bg-amber-soft px-3 py-3 sm:px-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 font-medium text-amber-text text-base">
          <StatusSvg status="waiting_confirmation" />
          {t("question")}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-base">
          {task.plan ? <PlanNumbers plan={task.plan} /> : t("seeLog")}
        </p>
        {task.confirm_until && (
          <p className="mt-1 text-muted-foreground text-xs">
            {t.rich("until", { time: () => <Time value={task.confirm_until} /> })}
          </p>
        )}
      </div>
      {mayRun ? (
        <PlanButtons plan={task.plan} actions={actions} size="lg" />
      ) : (
        <p className="text-muted-foreground text-sm">{t("notAllowed")}</p>
      )}
    </section>
  );
}
