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

/** Cells by RFC 4180. A spreadsheet must not take a name for a formula, so a quote precedes what begins like one. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
