import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** In the place of what should have been fetched. `children`: why it was not. */
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
