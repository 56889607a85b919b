"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from "@/components/ui/dialog";

/**
 * Opens the help for those who cannot sign in, which the server renders. In the browser, as the `undefined` that keeps
 * Radix from pointing at a description does not travel.
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
