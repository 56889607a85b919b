import { useTranslations } from "next-intl";
import { CannotDeleteDialog } from "@/components/dialog/cannot-delete-dialog";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { RefLists } from "@/components/dialog/ref-lists";
import type { DeleteFlowState } from "@/components/dialog/use-delete-flow";

/** The dialogs of useDeleteFlow; render it once, outside of any table row. */
export function DeleteFlow({ flow: { dialog } }: { flow: DeleteFlowState }) {
  const t = useTranslations("common");
  if (!dialog) return null;
  const { open, setOpen, kind, name, keeps, goes, projectId } = dialog;
  if (keeps) {
    return <CannotDeleteDialog {...{ open, kind, name, projectId }} refs={keeps} onOpenChange={setOpen} />;
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={t(`deleteTitle.${kind}`)}
      question={
        <>
          <p>{t(`deleteQuestion.${kind}`)}</p>
          <p className="wrap-anywhere mt-1 font-medium text-foreground">{name}</p>
          {goes && (
            <div className="mt-3 flex max-h-72 flex-col gap-3 overflow-y-auto">
              <p>{t("deletedWith")}</p>
              <RefLists refs={goes} />
            </div>
          )}
        </>
      }
      destructive
      confirmLabel={t("delete")}
      typed={kind === "project" ? name : undefined}
      width={360}
      confirm={dialog.confirm}
      onDone={dialog.done}
    />
  );
}
