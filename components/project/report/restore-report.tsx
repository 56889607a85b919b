"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { saveFile } from "@/components/api-client";
import { ProjectAction } from "@/components/project/project-action";
import { REPORT_COLUMNS, useReportRows } from "@/components/project/report/report-rows";
import { ReportTable } from "@/components/project/report/report-table";
import { Button } from "@/components/ui/button";
import type { ReportLine } from "@/lib/backup/schema/report";
import { CSV_START, csvLine } from "@/lib/operation/csv";

type RestoreReportProps = { projectId: number; lines: ReportLine[] };

/** What a restore changed, with downloads: worded for people, or as the API reports it. */
export function RestoreReport({ projectId, lines }: RestoreReportProps) {
  const t = useTranslations("project.report");
  const rows = useReportRows(lines);
  const name = `restore_report_${projectId}`;

  function saveCsv() {
    const cells = rows.map((row) => REPORT_COLUMNS.map((column) => row[column]));
    const table = [REPORT_COLUMNS.map((column) => t(column)), ...cells].map(csvLine);
    saveFile(new Blob([CSV_START, ...table], { type: "text/csv" }), `${name}.csv`);
  }

  function saveJson() {
    saveFile(new Blob([JSON.stringify(lines, null, 2)], { type: "application/json" }), `${name}.json`);
  }

  return (
    <div className="flex min-w-0 basis-full flex-col gap-3">
      <ReportTable rows={rows} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={saveCsv}>
          <Download />
          {t("csv")}
        </Button>
        <Button onClick={saveJson}>
          <Download />
          {t("json")}
        </Button>
      </div>
    </div>
  );
}

/** Only projects whose backup file could not be restored as it was have one. */
export function ReportSection(props: RestoreReportProps) {
  const t = useTranslations("project.report");
  if (props.lines.length === 0) return null;
  return (
    <ProjectAction title={t("title")} text={t("text")}>
      <RestoreReport {...props} />
    </ProjectAction>
  );
}
