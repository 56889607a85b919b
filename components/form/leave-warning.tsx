"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";

/** While `unsaved`, the browser asks before the page goes away. */
export function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
}

type LeaveDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onLeave: () => void };

/** Asks whether unsaved changes may go. */
export function LeaveDialog({ open, onOpenChange, onLeave }: LeaveDialogProps) {
  const t = useTranslations("form");
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent width={360}>
        <AlertDialogTitle>{t("leaveTitle")}</AlertDialogTitle>
        <AlertDialogDescription>{t("leaveText")}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button>{t("stay")}</Button>
          </AlertDialogCancel>
          <Button variant="destructive" onClick={onLeave}>
            {t("leave")}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
