"use client";

import { LayoutGrid, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AppForm } from "@/components/app/app-form";
import { isBuiltinApp, useAppTitle } from "@/components/app/app-title";
import { useAppColumns } from "@/components/app/use-app-columns";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { Button } from "@/components/ui/button";
import { deleteApp } from "@/lib/app/actions";
import type { App } from "@/lib/app/schema";

const PAGE_SIZE = 20;

export function AppTable({ apps, mayManage }: { apps: App[]; mayManage: boolean }) {
  const t = useTranslations("app");
  const router = useRouter();
  const title = useAppTitle();
  const columns = useAppColumns(mayManage);
  const [form, setForm] = useState<{ open: boolean; item: App | null }>({ open: false, item: null });
  const deletion = useDeleteFlow<App>({
    kind: "app",
    name: title,
    remove: (app) => deleteApp({ appId: app.id }),
    onDeleted: () => router.refresh(),
  });
  const edit = (item: App) => setForm({ open: true, item });
  const actions = (app: App) => (
    <RowActions onEdit={() => edit(app)} onDelete={isBuiltinApp(app.id) ? undefined : () => deletion.ask(app)} />
  );
  return (
    <>
      <DataTable
        label={t("title")}
        rows={apps}
        columns={columns}
        rowKey={(app) => app.id}
        pageSize={PAGE_SIZE}
        search
        onOpen={mayManage ? edit : undefined}
        actions={mayManage ? actions : undefined}
        empty={{ text: t("none"), icon: <LayoutGrid /> }}
        toolbarEnd={
          mayManage && (
            <Button variant="primary" onClick={() => setForm({ open: true, item: null })}>
              <Plus />
              {t("new")}
            </Button>
          )
        }
      />
      <AppForm
        item={form.item}
        taken={apps.map(({ id }) => id)}
        open={form.open}
        onOpenChange={(open) => setForm({ ...form, open })}
        onSaved={() => router.refresh()}
      />
      <DeleteFlow flow={deletion} />
    </>
  );
}
