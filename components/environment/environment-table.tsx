"use client";

import { Braces, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { apiGet } from "@/components/api-client";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { EnvironmentForm } from "@/components/environment/environment-form";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { Button } from "@/components/ui/button";
import { deleteEnvironment } from "@/lib/environment/actions";
import { Refs } from "@/lib/operation/refs";

const PAGE_SIZE = 20;

/** What a list shows of an environment; never its values. */
type EnvironmentRow = { id: number; name: string };

type EnvironmentTableProps = { projectId: number; environments: EnvironmentRow[]; mayManage: boolean };

export function EnvironmentTable({ projectId, environments, mayManage }: EnvironmentTableProps) {
  const t = useTranslations();
  const form = useItemDialog<EnvironmentRow>();
  const deletion = useDeleteFlow<EnvironmentRow>({
    kind: "environment",
    projectId,
    name: (environment) => environment.name,
    refs: (environment) => apiGet(`/api/project/${projectId}/environment/${environment.id}/refs`, Refs),
    remove: (environment) => deleteEnvironment({ projectId, environmentId: environment.id }),
  });
  const newButton = mayManage && (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("environment.new")}
    </Button>
  );
  const actions = (environment: EnvironmentRow) => (
    <RowActions
      onEdit={() => form.edit(environment)}
      onDelete={() => deletion.ask(environment)}
      deleting={deletion.looking === environment}
    />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.environment")}
        rows={environments}
        columns={useEnvironmentColumns()}
        rowKey={(environment) => environment.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={environments.length > 0}
        onOpen={mayManage ? form.edit : undefined}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("environment.none"), icon: <Braces />, action: newButton }}
        toolbarEnd={environments.length > 0 && newButton}
      />
      <EnvironmentForm projectId={projectId} environmentId={form.item?.id ?? null} {...form.dialog} />
      <DeleteFlow flow={deletion} />
    </>
  );
}

function useEnvironmentColumns(): Column<EnvironmentRow>[] {
  const t = useTranslations("environment");
  return [
    {
      key: "name",
      header: t("name"),
      cell: ({ name }) => (
        <span className="line-clamp-1 whitespace-normal break-all font-medium" title={name}>
          {name}
        </span>
      ),
      sort: (environment) => environment.name,
      search: (environment) => environment.name,
    },
  ];
}
