import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { TaskDetail } from "@/lib/task/schema";

type PlanNumbersProps = { plan: NonNullable<TaskDetail["plan"]>; className?: string };

/** The number of resources that the plan adds, changes and destroys. */
export function PlanNumbers({ plan, className }: PlanNumbersProps) {
  const t = useTranslations("task.plan");
  return (
    <span className={cn("inline-flex flex-wrap gap-x-4 font-medium tabular-nums", className)}>
      <span className={plan.add > 0 ? "text-success-text" : "text-muted-foreground"}>
        {t("add", { count: plan.add })}
      </span>
      <span className={plan.change > 0 ? "text-amber-text" : "text-muted-foreground"}>
        {t("change", { count: plan.change })}
      </span>
      {plan.replace !== undefined && plan.replace > 0 && (
        <span className="text-error-text">{t("replace", { count: plan.replace })}</span>
      )}
      <span className={plan.destroy > 0 ? "text-error-text" : "text-muted-foreground"}>
        {t("destroy", { count: plan.destroy })}
      </span>
    </span>
  );
}
