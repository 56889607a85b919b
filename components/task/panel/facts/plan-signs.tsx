import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { PlanSummary } from "@/lib/protocol/runner";

const SIGNS = [
  ["add", "+", "text-success-text"],
  ["change", "~", "text-amber-text"],
  ["replace", "±", "text-error-text"],
  ["destroy", "−", "text-error-text"],
] as const;

/** The numbers of a plan for a list, without those that are 0. */
export function PlanSigns({ plan }: { plan: PlanSummary }) {
  const t = useTranslations("task.plan");
  const counts = countsOf(plan);
  return (
    <span className="flex shrink-0 gap-1.5 text-xs tabular-nums">
      {SIGNS.map(([name, sign, className]) => {
        const count = counts[name];
        return count === 0 ? null : (
          <span key={name} title={t(name, { count })} className={cn("font-medium", className)}>
            <span aria-hidden="true">
              {sign}
              {count}
            </span>
            <span className="sr-only">{t(name, { count })}</span>
          </span>
        );
      })}
    </span>
  );
}

/** Each resource once: tools count a replaced one among those added and those destroyed. */
export function countsOf({ add, change, destroy, replace = 0 }: PlanSummary): Required<PlanSummary> {
  return { add: Math.max(0, add - replace), change, replace, destroy: Math.max(0, destroy - replace) };
}
