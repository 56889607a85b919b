import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { endSession } from "@/components/session/end-session";
import { useReason } from "@/components/shell/failure/use-reason";
import { StatusSvg } from "@/components/status/status-svg";
import { Button } from "@/components/ui/button";

/** Replaces a failed screen: the reason, and what to do. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations("shell");
  const { reason, digest } = useReason(error);
  return (
    <main id="content" className="grid min-h-[70dvh] flex-1 place-items-center p-6">
      <div role="alert" className="flex max-w-md flex-col items-center gap-3 text-center">
        <StatusSvg status="error" size={28} />
        <h1 className="font-semibold text-xl">{t("error.title")}</h1>
        <p className="wrap-anywhere text-balance text-muted-foreground">{reason}</p>
        {digest && <p className="font-mono text-muted-foreground text-xs">{t("error.reference", { digest })}</p>}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => window.location.reload()}>
            <RotateCw />
            {t("error.refresh")}
          </Button>
          <Button onClick={() => endSession(t("signOutFailed"))}>{t("error.signIn")}</Button>
        </div>
      </div>
    </main>
  );
}
