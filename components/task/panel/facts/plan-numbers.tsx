import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { PlanSummary } from "@/lib/protocol/runner";
import type { TaskDetail } from "@/lib/task/schema";

type PlanNumbersProps = { plan: NonNullable<TaskDetail["plan"]>; className?: string };

/** The number of resources that the plan adds, changes, replaces and destroys. */
export function PlanNumbers({ plan, className }: PlanNumbersProps) {
  const t = useTranslations("task.plan");
  const { add, change, replace, destroy } = countsOf(plan);
  return (
    <span className={cn("inline-flex flex-wrap gap-x-4 font-medium tabular-nums", className)}>
      <span className={add > 0 ? "text-success-text" : "text-muted-foreground"}>{t("add", { count: add })}</span>
      <span className={change > 0 ? "text-amber-text" : "text-muted-foreground"}>{t("change", { count: change })}</span>
      {replace > 0 && <span className="text-error-text">{t("replace", { count: replace })}</span>}
      <span className={destroy > 0 ? "text-error-text" : "text-muted-foreground"}>
        {t("destroy", { count: destroy })}
      </span>
    </span>
  );
}

/** Each resource once: tools count a replaced one among those added and those destroyed. */
export function countsOf({ add, change, destroy, replace = 0 }: PlanSummary): Required<PlanSummary> {
  return { add: Math.max(0, add - replace), change, replace, destroy: Math.max(0, destroy - replace) };
}
