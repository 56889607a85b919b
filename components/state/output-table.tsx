"use client";

import { useTranslations } from "next-intl";
import { PageSection } from "@/components/shell/page/page-section";
import { OutputValue } from "@/components/state/output-value";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import type { StateOutput, VersionDetail } from "@/lib/state/schema";

const PAGE_SIZE = 20;

type OutputTableProps = { projectId: number; stateId: number; version: VersionDetail; mayManage: boolean };

/** The outputs of a version; sensitive values are shown on request. */
export function OutputTable({ projectId, stateId, version, mayManage }: OutputTableProps) {
  const t = useTranslations("state");
  const place = { projectId, stateId, versionId: version.id };
  const columns: Column<StateOutput>[] = [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => <code className="wrap-anywhere whitespace-normal font-mono text-xs">{name}</code>,
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "value",
      header: t("value"),
      cell: (output) => <OutputValue {...place} output={output} mayReveal={mayManage} />,
    },
  ];
  return (
    <PageSection title={t("outputs")}>
      <DataTable
        label={t("outputs")}
        list={{ name: "outputs" }}
        rows={version.outputs}
        columns={columns}
        // A value revealed in one version stays hidden in another.
        rowKey={({ name }) => `${version.id} ${name}`}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        urlKey="outputs"
        empty={{ text: t("noOutputs") }}
      />
    </PageSection>
  );
}
