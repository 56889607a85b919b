"use client";

import { LayoutGrid, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useAppTitle } from "@/components/app/app-title";
import { useAppColumns } from "@/components/app/use-app-columns";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { deleteApp } from "@/lib/app/actions";
import type { App } from "@/lib/app/schema";
import { isBuiltinApp } from "@/lib/protocol/app";

const loadAppForm = () => withTexts(import("@/components/app/app-form"));
const AppForm = dynamic(() => loadAppForm().then((module) => module.AppForm));

const PAGE_SIZE = 20;

export function AppTable({ apps, mayManage }: { apps: App[]; mayManage: boolean }) {
  const t = useTranslations("app");
  const title = useAppTitle();
  const columns = useAppColumns(mayManage);
  const form = useItemDialog<App>();
  const deletion = useDeleteFlow<App>({
    kind: "app",
    name: title,
    remove: (app) => deleteApp({ appId: app.id }),
  });
  const actions = (app: App) => (
    <RowActions onEdit={() => form.edit(app)} onDelete={isBuiltinApp(app.id) ? undefined : () => deletion.ask(app)} />
  );
  return (
    <>
      <DataTable
        label={t("title")}
        list={listOf("GET /apps", {})}
        rows={apps}
        columns={columns}
        rowKey={(app) => app.id}
        pageSize={PAGE_SIZE}
        search
        onOpen={mayManage ? form.edit : undefined}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("none"), icon: <LayoutGrid /> }}
        toolbarEnd={
          mayManage && (
            <Button variant="primary" onClick={form.create}>
              <Plus />
              {t("new")}
            </Button>
          )
        }
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadAppForm}>
        <AppForm item={form.item} taken={apps.map(({ id }) => id)} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
