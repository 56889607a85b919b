"use client";

import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { IconButton } from "@/components/ui/icon-button";
import type { View } from "@/lib/view/schema";

const ViewsDialog = dynamic(
  () => withTexts(import("@/components/view/views-dialog")).then((module) => module.ViewsDialog),
  {
    loading: () => null,
  },
);

type EditViewsProps = { projectId: number; views: View[]; current: number | null };

/** The edit button next to the tabs. */
export function EditViews(props: EditViewsProps) {
  const t = useTranslations("view");
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);
  return (
    <>
      <IconButton label={t("edit")} onClick={() => setOpen(true)}>
        <Pencil />
      </IconButton>
      {opened && <ViewsDialog {...props} open={open} onOpenChange={setOpen} />}
    </>
  );
}
