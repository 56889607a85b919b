"use client";

import { useTranslations } from "next-intl";
import { PageSection } from "@/components/shell/page/page-section";
import { ResourceAttributes } from "@/components/state/resource-attributes";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { Badge } from "@/components/ui/badge";
import type { VersionDetail } from "@/lib/state/schema";

const PAGE_SIZE = 20;

type ResourceTableProps = { projectId: number; stateId: number; version: VersionDetail; mayManage: boolean };
type Resource = VersionDetail["resource_list"][number];

/** A state's resources by module; members who manage resources can show attributes. */
export function ResourceTable({ projectId, stateId, version, mayManage }: ResourceTableProps) {
  const t = useTranslations("state");
  const columns = useResourceColumns();
  const place = { projectId, stateId, versionId: version.id };
  return (
    <PageSection title={t("resources")}>
      <DataTable
        label={t("resources")}
        list={{ name: "resources" }}
        rows={version.resource_list}
        columns={columns}
        rowKey={({ address }) => address}
        defaultSort="module"
        pageSize={PAGE_SIZE}
        urlKey="resources"
        search={version.resource_list.length > PAGE_SIZE ? t("findResource") : false}
        expand={mayManage ? ({ address }) => <ResourceAttributes {...place} address={address} /> : undefined}
        empty={{ text: t("noResources") }}
      />
    </PageSection>
  );
}

function useResourceColumns(): Column<Resource>[] {
  const t = useTranslations("state");
  return [
    {
      key: "address",
      header: t("resource.address"),
      cell: ({ address, mode }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Code text={address} />
          {mode === "data" && <Badge variant="outline">{t("resource.data")}</Badge>}
        </span>
      ),
      sort: ({ address }) => address,
      search: ({ address }) => address,
    },
    {
      key: "module",
      header: t("resource.module"),
      cell: ({ module }) =>
        module ? <Code text={module} /> : <span className="text-muted-foreground">{t("resource.root")}</span>,
      sort: ({ module, address }) => `${module}\n${address}`,
    },
    { key: "type", header: t("resource.type"), cell: ({ type }) => <Code text={type} />, sort: ({ type }) => type },
    { key: "name", header: t("name"), cell: ({ name }) => <Code text={name} />, sort: ({ name }) => name },
    {
      key: "provider",
      header: t("resource.provider"),
      cell: ({ provider }) => <Code text={provider} />,
      sort: ({ provider }) => provider,
    },
  ];
}

const Code = ({ text }: { text: string }) => (
  <code className="wrap-anywhere whitespace-normal font-mono text-xs">{text}</code>
);
