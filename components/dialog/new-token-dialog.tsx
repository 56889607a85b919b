import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopiedBlock } from "@/components/dialog/copied-block";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  focusItself,
} from "@/components/ui/dialog";

type NewTokenDialogProps = {
  open: boolean;
  title: string;
  description: string;
  token: string;
  width: number;
  /** What to do with the token. */
  children: ReactNode;
  onClose: () => void;
};

/**
 * A new token, which cannot be seen again; so nothing but OK closes it, and no button has the focus at first: a key still
 * held down from saving would press it.
 */
export function NewTokenDialog({ open, title, description, token, width, children, onClose }: NewTokenDialogProps) {
  const t = useTranslations();
  return (
    <Dialog open={open}>
      <DialogContent width={width} onOpenAutoFocus={focusItself}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-4">
          <CopiedBlock label={t("runner.token")} what="token" value={token} />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t("common.ok")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
