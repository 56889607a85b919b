"use client";

import { Braces, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { Dash } from "@/components/format/dash";
import { Name } from "@/components/format/name";
import { withTexts } from "@/components/language/loaded-texts";
import { useFactColumns } from "@/components/resource/use-fact-columns";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteEnvironment } from "@/lib/environment/actions";
import type { EnvironmentFacts } from "@/lib/environment/schema";

const loadEnvironmentForm = () => withTexts(import("@/components/environment/environment-form"));
const EnvironmentForm = dynamic(() => loadEnvironmentForm().then((module) => module.EnvironmentForm));

const PAGE_SIZE = 20;

/** An environment in a list; never contains its values. */
type EnvironmentRow = { id: number; name: string; facts: EnvironmentFacts | undefined };

type EnvironmentTableProps = { projectId: number; environments: EnvironmentRow[]; mayManage: boolean };

export function EnvironmentTable({ projectId, environments, mayManage }: EnvironmentTableProps) {
  const t = useTranslations();
  const form = useItemDialog<EnvironmentRow>();
  const deletion = useDeleteFlow<EnvironmentRow>({
    kind: "environment",
    projectId,
    name: (environment) => environment.name,
    refs: (environment) =>
      api("GET /project/:projectId/environment/:environmentId/refs", {
        params: { projectId, environmentId: environment.id },
      }),
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
      deleting={deletion.loadingRefs === environment}
    />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.environment")}
        list={listOf("GET /project/:projectId/environment", { params: { projectId } })}
        rows={environments}
        columns={useEnvironmentColumns()}
        rowKey={(environment) => environment.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={environments.length > 0}
        rowHref={({ id }) => `/project/${projectId}/environment/${id}`}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("environment.none"), icon: <Braces />, action: newButton }}
        toolbarEnd={environments.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadEnvironmentForm}>
        <EnvironmentForm projectId={projectId} environmentId={form.item?.id ?? null} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}

function useEnvironmentColumns(): Column<EnvironmentRow>[] {
  const t = useTranslations();
  const facts = useFactColumns<EnvironmentRow>();
  return [
    {
      key: "name",
      header: t("environment.name"),
      cell: ({ name }) => <Name text={name} className="font-medium" />,
      sort: (environment) => environment.name,
      search: (environment) => environment.name,
    },
    {
      key: "variables",
      header: t("resource.variables"),
      align: "right",
      width: 110,
      cell: ({ facts }) => facts?.variables || <Dash />,
      sort: ({ facts }) => facts?.variables ?? 0,
    },
    {
      key: "secrets",
      header: t("environment.secrets"),
      align: "right",
      width: 110,
      cell: ({ facts }) => facts?.secrets || <Dash />,
      sort: ({ facts }) => facts?.secrets ?? 0,
    },
    ...facts,
  ];
}
