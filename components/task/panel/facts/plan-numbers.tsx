import { useTranslations } from "next-intl";
import { countsOf } from "@/components/task/panel/facts/plan-signs";
import { cn } from "@/components/ui/cn";
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
