"use client";

import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { type KeyRow, useKeyColumns } from "@/components/key/use-key-columns";
import { withTexts } from "@/components/language/loaded-texts";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteKey } from "@/lib/key/actions";

const loadKeyForm = () => withTexts(import("@/components/key/key-form"));
const KeyForm = dynamic(() => loadKeyForm().then((module) => module.KeyForm));

const PAGE_SIZE = 20;

type KeyTableProps = { projectId: number; keys: KeyRow[]; mayManage: boolean };

export function KeyTable({ projectId, keys, mayManage }: KeyTableProps) {
  const t = useTranslations();
  const columns = useKeyColumns();
  const form = useItemDialog<KeyRow>();
  const deletion = useDeleteFlow<KeyRow>({
    kind: "key",
    projectId,
    name: (key) => key.name,
    refs: (key) => api("GET /project/:projectId/keys/:keyId/refs", { params: { projectId, keyId: key.id } }),
    remove: (key) => deleteKey({ projectId, keyId: key.id }),
  });
  const newButton = mayManage && (
    <Button variant="primary" onClick={form.create}>
      <Plus />
      {t("key.new")}
    </Button>
  );
  const actions = (key: KeyRow) => (
    <RowActions
      onEdit={() => form.edit(key)}
      onDelete={() => deletion.ask(key)}
      deleting={deletion.loadingRefs === key}
    />
  );
  return (
    <>
      <DataTable
        label={t("shell.nav.keys")}
        list={listOf("GET /project/:projectId/keys", { params: { projectId } })}
        rows={keys}
        columns={columns}
        rowKey={(key) => key.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search={keys.length > 0}
        rowHref={({ id }) => `/project/${projectId}/keys/${id}`}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("key.none"), icon: <KeyRound />, action: newButton }}
        toolbarEnd={keys.length > 0 && newButton}
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadKeyForm}>
        <KeyForm projectId={projectId} item={form.item} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
