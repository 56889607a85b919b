import { useTranslations } from "next-intl";
import type { ReportLine } from "@/lib/backup/schema/report";

export const REPORT_COLUMNS = ["object", "field", "before", "reason", "result"] as const;
export type ReportRow = Record<(typeof REPORT_COLUMNS)[number], string> & { id: number };

/** The lines of a report in the reader's language. */
export function useReportRows(lines: readonly ReportLine[]): ReportRow[] {
  const t = useTranslations();
  return lines.map(({ kind, name, field, was, reason, reason_params, done, done_params }, id) => ({
    id,
    object: `${t(`event.kinds.${kind}`)}: ${name}`,
    field,
    before: was ?? "",
    // A report of another version may have a reason that this one has no text for.
    reason: t.has(`errors.${reason}`) ? t(`errors.${reason}`, reason_params) : reason,
    result: t(`project.report.adjustments.${done}`, done_params),
  }));
}
