import { Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyConfirmDialog } from "@/components/dialog/lazy-confirm-dialog";
import { Button } from "@/components/ui/button";
import { stopTemplateTasks } from "@/lib/task/actions";

type StopAllButtonProps = { projectId: number; templateId: number; count: number };

/** Stops every waiting or running task of a template, after confirmation. */
export function StopAllButton({ projectId, templateId, count }: StopAllButtonProps) {
  const t = useTranslations("task.stopAll");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Square className="size-3 fill-current" />
        {t("button")}
      </Button>
      <LazyConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("title")}
        question={t("question", { count })}
        confirmLabel={t("button")}
        destructive
        confirm={() => stopTemplateTasks({ projectId, templateId }, { force: false })}
      />
    </>
  );
}
