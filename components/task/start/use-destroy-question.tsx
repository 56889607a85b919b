import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import type { NewTaskBody } from "@/lib/task/schema";

type Question = { approved: boolean; answer: (yes: boolean) => void };
type DestroyQuestion = { confirm: (task: NewTaskBody) => Promise<boolean>; dialog: ReactNode };

/** Asks for confirmation before saving a task that destroys the template's resources. */
export function useDestroyQuestion(template: { name: string; auto_approve: boolean } | null): DestroyQuestion {
  const t = useTranslations("task.form");
  const [question, setQuestion] = useState<Question | null>(null);

  function confirm({ params }: NewTaskBody): Promise<boolean> {
    if (!params?.destroy) return Promise.resolve(true);
    const approved = Boolean(params.auto_approve || template?.auto_approve);
    return new Promise((answer) => setQuestion({ approved, answer }));
  }

  /** Only the first answer counts. */
  function change(open: boolean) {
    if (open) return;
    question?.answer(false);
    setQuestion(null);
  }

  async function agree() {
    question?.answer(true);
    return { ok: true as const, data: null };
  }

  const dialog = (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={change}
      title={t("destroyTitle")}
      question={
        <>
          <p>{t("destroyQuestion", { name: template?.name ?? "" })}</p>
          {question?.approved && <p>{t("destroyAutoApproved")}</p>}
        </>
      }
      confirmLabel={t("destroy")}
      destructive
      confirm={agree}
    />
  );
  return { confirm, dialog };
}
