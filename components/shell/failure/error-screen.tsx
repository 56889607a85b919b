import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { isReachable, untilReachable } from "@/components/problem/reach";
import { endSession } from "@/components/session/end-session";
import { isUnreachable, useReason } from "@/components/shell/failure/use-reason";
import { PageHeader } from "@/components/shell/page/page-header";
import { StatusSvg } from "@/components/status/status-svg";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Replaces a failed screen: the reason, and what to do. */
export function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations("shell");
  const { reason, digest } = useReason(error);
  const { waiting, refresh } = useRefresh(isUnreachable(error));
  return (
    <main id="content" className="grid min-h-[70dvh] flex-1 place-items-center p-6">
      <div role="alert" className="flex max-w-md flex-col items-center gap-3 text-center">
        <StatusSvg status="error" size={28} />
        <h1 className="font-semibold text-xl">{t("error.title")}</h1>
        <p className="wrap-anywhere text-balance text-muted-foreground">{reason}</p>
        {digest && <p className="font-mono text-muted-foreground text-xs">{t("error.reference", { digest })}</p>}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button variant="primary" loading={waiting} onClick={refresh}>
            <RotateCw />
            {t("error.refresh")}
          </Button>
          <Button onClick={() => endSession(t("signOutFailed"))}>{t("error.signIn")}</Button>
        </div>
      </div>
    </main>
  );
}

/**
 * Loads the page again as soon as the server can be reached: before, the browser would show an error page of its own.
 * `isLost`: it could not be reached, so it is waited for at once.
 */
function useRefresh(isLost: boolean) {
  const t = useTranslations("shell.offline");
  const [waiting, setWaiting] = useState(false);

  async function refresh() {
    setWaiting(true);
    if (!(await isReachable())) await wait();
    window.location.reload();
  }

  async function wait() {
    toast.warning(t("waiting"), { id: "offline", duration: Number.POSITIVE_INFINITY });
    await untilReachable();
  }

  const begin = useEffectEvent(async () => {
    if (!(await isReachable())) await refresh();
  });
  useEffect(() => {
    if (isLost) void begin();
  }, [isLost]);
  return { waiting, refresh };
}

/** Replaces a failed page within the frame: the other screens may still work. */
export function ErrorInFrame({ error }: { error: unknown }) {
  const t = useTranslations("shell");
  return (
    <>
      <PageHeader title={t("product")} />
      <ErrorScreen error={error} />
    </>
  );
}
