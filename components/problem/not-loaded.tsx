import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** Replaces content that could not be loaded. `children`: the reason. */
export function NotLoaded({ retry, children }: { retry: () => void; children: ReactNode }) {
  const t = useTranslations();
  return (
    <Alert
      variant="error"
      title={t("form.notLoaded")}
      action={
        <Button size="sm" onClick={retry}>
          {t("common.retry")}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
