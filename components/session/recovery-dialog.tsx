"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from "@/components/ui/dialog";

/**
 * Opens the server-rendered help for people who can't sign in. A client component, because the `undefined` that stops
 * Radix from referencing a description can't be serialized.
 */
export function RecoveryDialog({ children }: { children: ReactNode }) {
  const t = useTranslations("session");
  const common = useTranslations("common");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="link" className="self-center text-muted-foreground">
          {t("help")}
        </Button>
      </DialogTrigger>
      <DialogContent width={600} closeLabel={common("close")} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t("recovery.title")}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">{children}</DialogBody>
      </DialogContent>
    </Dialog>
  );
}
