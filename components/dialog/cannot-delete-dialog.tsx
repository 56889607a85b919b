"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { DeleteKind } from "@/components/dialog/delete-kind";
import { REF_KINDS, type Refs, refHref } from "@/components/dialog/refs";
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

/** Tells what still uses the thing, with links to it. */
export function CannotDeleteDialog({ open, onOpenChange, kind, name, refs, projectId }: CannotDeleteDialogProps) {
  const t = useTranslations("common");
  const used = REF_KINDS.map((refKind) => ({ refKind, items: refs[refKind] ?? [] })).filter(
    ({ items }) => items.length,
  );
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
          {used.map(({ refKind, items }) => (
            <section key={refKind}>
              <h3 className="mb-1 font-medium text-muted-foreground text-xs">{t(`refs.${refKind}`)}</h3>
              <ul className="divide-y divide-border rounded-md border border-border">
                {items.map((ref) => (
                  <li key={ref.id}>
                    <Link
                      href={refHref(projectId, refKind, ref)}
                      onClick={() => onOpenChange(false)}
                      className="block truncate px-3 py-2 text-primary-text text-sm hover:bg-accent focus-visible:-outline-offset-2"
                    >
                      {ref.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onOpenChange(false)}>{t("close")}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
