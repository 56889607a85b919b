import { useTranslations } from "next-intl";
import { CannotDeleteDialog } from "@/components/dialog/cannot-delete-dialog";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import type { DeleteKind } from "@/components/dialog/delete-kind";
import { RefLists } from "@/components/dialog/ref-lists";
import type { Refs } from "@/components/dialog/refs";
import type { ActionResult } from "@/lib/operation/result";

type DeleteDialogProps = {
  open: boolean;
  setOpen: (open: boolean) => void;
  kind: DeleteKind;
  /** For links to what uses the item. */
  projectId: number;
  name: string;
  /** What uses the item, so that it cannot be deleted. */
  keeps: Refs | null;
  /** What is deleted with it. */
  goes: Refs | null;
  confirm: () => Promise<ActionResult<unknown>>;
  done: () => void;
};

/** Asks whether to delete, or says what still uses the item. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { open, setOpen, kind, projectId, name, keeps, goes, confirm, done } = props;
  const t = useTranslations("common");
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
      confirm={confirm}
      onDone={done}
    />
  );
}
