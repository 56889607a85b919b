import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import type { NewTaskValues } from "@/components/task/start/new-task-values";
import { Button } from "@/components/ui/button";
import { previewInputs } from "@/components/workflow/preview/preview-inputs";
import type { Template } from "@/lib/template/schema";

const load = () => import("@/components/workflow/preview/preview-dialog");
const PreviewDialog = dynamic(() => load().then((module) => module.PreviewDialog), { loading: () => null });
const prepare = (): void => void load().catch(() => undefined);

/** In the dialog that starts a workflow: which nodes would run with its answers. */
export function PreviewButton({ template }: { template: Template }) {
  const t = useTranslations("workflow.preview");
  const form = useFormContext<NewTaskValues>();
  const [open, setOpen] = useState(false);
  const opened = useOnceOpen(open);

  async function ask() {
    if (await form.trigger(undefined, { shouldFocus: true })) setOpen(true);
  }

  return (
    <>
      <Button onPointerEnter={prepare} onClick={ask}>
        {t("open")}
      </Button>
      {opened && (
        <PreviewDialog
          template={template}
          inputs={previewInputs(template.survey_vars, form.getValues("answers"))}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
