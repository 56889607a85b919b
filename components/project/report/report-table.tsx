import { useTranslations } from "next-intl";
import { REPORT_COLUMNS, type ReportRow } from "@/components/project/report/report-rows";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";

/** Scrolls in itself: a report can be as long as the file. */
export function ReportTable({ rows }: { rows: readonly ReportRow[] }) {
  const t = useTranslations("project.report");
  return (
    <section
      className="max-h-80 w-full overflow-auto rounded-lg border border-border"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      aria-label={t("title")}
    >
      <Table>
        <TableHeader>
          <TableRow>
            {REPORT_COLUMNS.map((column) => (
              <TableHead key={column}>{t(column)}</TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              {REPORT_COLUMNS.map((column) => (
                <TableCell
                  key={column}
                  className={cn(
                    "wrap-anywhere min-w-32 whitespace-normal align-top",
                    column === "field" && "font-mono text-xs leading-5",
                  )}
                >
                  {row[column]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
