"use client";

import { Plus, Webhook } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import { useIntegrationColumns } from "@/components/integration/use-integration-columns";
import type { KeyChoice } from "@/components/key/use-key-options";
import { withTexts } from "@/components/language/loaded-texts";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteIntegration } from "@/lib/integration/actions";
import type { Integration } from "@/lib/integration/schema";

const loadIntegrationForm = () => withTexts(import("@/components/integration/integration-form"));
const IntegrationForm = dynamic(() => loadIntegrationForm().then((module) => module.IntegrationForm));

type IntegrationTableProps = {
  projectId: number;
  integrations: Integration[];
  templates: TemplateChoice[];
  keys: KeyChoice[];
  mayCreate: boolean;
  mayEdit: boolean;
};

export function IntegrationTable(props: IntegrationTableProps) {
  const { projectId, integrations, templates, keys, mayCreate, mayEdit } = props;
  const t = useTranslations();
  const columns = useIntegrationColumns(projectId, templates);
  const form = useItemDialog<Integration>();
  const deletion = useDeleteFlow<Integration>({
    kind: "integration",
    projectId,
    name: (integration) => integration.name,
    remove: (integration) => deleteIntegration({ projectId, integrationId: integration.id }),
  });
  const newButton = mayCreate && (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("integration.new")}
    </Button>
  );
  const actions = (item: Integration) => (
    <RowActions onEdit={() => form.edit(item)} onDelete={() => deletion.ask(item)} />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.integrations")}
        list={listOf("GET /project/:projectId/integrations", { params: { projectId } })}
        rows={integrations}
        columns={columns}
        rowKey={(integration) => integration.id}
        rowHref={(integration) => `/project/${projectId}/integration/${integration.id}`}
        defaultSort="name"
        search={integrations.length > 0}
        actions={mayEdit ? actions : undefined}
        empty={{ text: t("integration.none"), icon: <Webhook />, action: newButton }}
        toolbarEnd={integrations.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadIntegrationForm}>
        <IntegrationForm {...{ projectId, templates, keys }} item={form.item} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
