"use client";

import { Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { templatesHref } from "@/components/template/template-href";
import { IconButton } from "@/components/ui/icon-button";
import { saveViews } from "@/components/view/save-views";
import { ViewRows } from "@/components/view/view-rows";
import { ViewsForm } from "@/components/view/views-form";
import type { View } from "@/lib/view/schema";

type EditViewsProps = { projectId: number; views: View[]; current: number | null };

/** The pencil beside the tabs: add, rename, reorder and delete views. */
export function EditViews({ projectId, views, current }: EditViewsProps) {
  const t = useTranslations("view");
  const router = useRouter();
  const [open, setOpen] = useState(false);

  function saved(kept: number[]) {
    if (current !== null && !kept.includes(current)) router.push(templatesHref(projectId, null));
    router.refresh();
  }

  return (
    <>
      <IconButton label={t("edit")} onClick={() => setOpen(true)} className="shrink-0">
        <Pencil />
      </IconButton>
      <FormDialog
        open={open}
        onOpenChange={setOpen}
        title={t("edit")}
        description={t("editHelp")}
        width={480}
        schema={ViewsForm}
        defaults={{ views: views.map(({ id, title }) => ({ view_id: id, title })) }}
        submit={({ views: wanted }) => saveViews(projectId, views, wanted)}
        onSaved={saved}
        enterSaves={false}
      >
        <ViewRows />
      </FormDialog>
    </>
  );
}
