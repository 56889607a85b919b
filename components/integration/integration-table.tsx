"use client";

import { Plus, Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { IntegrationForm } from "@/components/integration/integration-form";
import type { TemplateChoice } from "@/components/integration/integration-form-schema";
import { useIntegrationColumns } from "@/components/integration/use-integration-columns";
import type { KeyChoice } from "@/components/key/use-key-options";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { Button } from "@/components/ui/button";
import { deleteIntegration } from "@/lib/integration/actions";
import type { Integration } from "@/lib/integration/schema";

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
  const router = useRouter();
  const columns = useIntegrationColumns(projectId, templates);
  const [form, setForm] = useState<{ open: boolean; item: Integration | null }>({ open: false, item: null });
  const deletion = useDeleteFlow<Integration>({
    kind: "integration",
    projectId,
    name: (integration) => integration.name,
    remove: (integration) => deleteIntegration({ projectId, integrationId: integration.id }),
    onDeleted: () => router.refresh(),
  });
  const newButton = mayCreate && (
    <Button variant="primary" onClick={() => setForm({ open: true, item: null })}>
      <Plus />
      {t("integration.new")}
    </Button>
  );
  const actions = (item: Integration) => (
    <RowActions onEdit={() => setForm({ open: true, item })} onDelete={() => deletion.ask(item)} />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.integrations")}
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
      <IntegrationForm
        {...{ projectId, templates, keys }}
        item={form.item}
        open={form.open}
        onOpenChange={(open) => setForm({ ...form, open })}
        onSaved={() => router.refresh()}
      />
      <DeleteFlow flow={deletion} />
    </>
  );
}
