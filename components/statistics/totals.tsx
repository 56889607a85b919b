import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SuccessRate } from "@/components/statistics/runs-cells";
import { Seconds } from "@/components/statistics/seconds";
import type { Statistics } from "@/lib/statistics/schema";

/** The whole period in a row of numbers. */
export function Totals({ statistics: { tasks, total } }: { statistics: Pick<Statistics, "tasks" | "total"> }) {
  const t = useTranslations("statistics");
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-5">
      <Total label={t("runs")}>{tasks}</Total>
      <Total label={t("successRate")}>
        <SuccessRate runs={total} />
      </Total>
      <Total label={t("durationHalf")}>
        <Seconds value={total.duration_p50} />
      </Total>
      <Total label={t("durationMost")}>
        <Seconds value={total.duration_p95} />
      </Total>
      <Total label={t("waitedMost")}>
        <Seconds value={total.waited_p95} />
      </Total>
    </dl>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5 bg-card px-3 py-2 last:max-sm:col-span-full">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{children}</dd>
    </div>
  );
}
