import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DeleteKind } from "@/components/dialog/delete-kind";
import { RefLists } from "@/components/dialog/ref-lists";
import type { Refs } from "@/components/dialog/refs";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

type CannotDeleteDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  kind: DeleteKind;
  name: string;
  refs: Refs;
  projectId: number;
};

/** Lists what still uses the item, with links. */
export function CannotDeleteDialog({ open, onOpenChange, kind, name, refs, projectId }: CannotDeleteDialogProps) {
  const t = useTranslations("common");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent width={400} closeLabel={t("close")}>
        <DialogHeader>
          <DialogTitle>
            <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-amber" />
            <span className="truncate">{name}</span>
          </DialogTitle>
          <DialogDescription>
            {t(`cannotDelete.${kind}`)} {t("cannotDeleteHint")}
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-3">
          <RefLists refs={refs} link={{ projectId, onFollow: () => onOpenChange(false) }} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onOpenChange(false)}>{t("close")}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
