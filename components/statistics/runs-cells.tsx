import { useFormatter, useTranslations } from "next-intl";
import { Seconds } from "@/components/statistics/seconds";
import { TableCell, TableHead } from "@/components/ui/table";
import type { Runs } from "@/lib/statistics/schema";

/** The headings of RunsCells. */
export function RunsHeads() {
  const t = useTranslations();
  return (
    <>
      <TableHead className="text-right">{t("statistics.runs")}</TableHead>
      <TableHead className="text-right">{t("status.error")}</TableHead>
      <TableHead className="text-right">{t("statistics.successRate")}</TableHead>
      <TableHead className="text-right">{t("statistics.durationHalf")}</TableHead>
      <TableHead className="text-right">{t("statistics.durationMost")}</TableHead>
      <TableHead className="text-right">{t("statistics.waitedMost")}</TableHead>
    </>
  );
}

/** The numbers of a group of runs, as cells of its row. */
export function RunsCells({ runs }: { runs: Runs }) {
  return (
    <>
      <TableCell className="text-right tabular-nums">{runs.success + runs.error + runs.stopped}</TableCell>
      <TableCell className="text-right tabular-nums">{runs.error}</TableCell>
      <TableCell className="text-right tabular-nums">
        <SuccessRate runs={runs} />
      </TableCell>
      <TableCell className="text-right tabular-nums">
        <Seconds value={runs.duration_p50} />
      </TableCell>
      <TableCell className="text-right tabular-nums">
        <Seconds value={runs.duration_p95} />
      </TableCell>
      <TableCell className="text-right tabular-nums">
        <Seconds value={runs.waited_p95} />
      </TableCell>
    </>
  );
}

/** Share of successes among the tasks that ran to their end; stopped ones don't count. */
export function SuccessRate({ runs: { success, error } }: { runs: Pick<Runs, "success" | "error"> }) {
  const format = useFormatter();
  const t = useTranslations("common");
  if (success + error === 0) return t("missing");
  return format.number(success / (success + error), { style: "percent", maximumFractionDigits: 1 });
}
