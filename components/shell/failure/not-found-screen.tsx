import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { PageHeader } from "@/components/shell/page/page-header";
import { StatusSvg } from "@/components/status/status-svg";
import { showInTab } from "@/components/task/tab-title";
import { Button } from "@/components/ui/button";

export function NotFoundScreen() {
  const t = useTranslations("shell.notFound");
  const title = `${t("title")} · ${useTranslations("shell")("product")}`;
  // The page has already named the tab when it finds that there is nothing to show.
  useEffect(() => showInTab("page", { title }), [title]);
  return (
    <main id="content" className="grid min-h-[70dvh] flex-1 place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-3 text-center">
        <StatusSvg status="stopped" size={28} />
        <h1 className="font-semibold text-xl">{t("title")}</h1>
        <p className="text-balance text-muted-foreground">{t("text")}</p>
        <Button asChild variant="primary" className="mt-2">
          <Link href="/">{t("home")}</Link>
        </Button>
      </div>
    </main>
  );
}

/** Replaces a missing page within the frame. */
export function NotFoundInFrame() {
  const t = useTranslations("shell");
  return (
    <>
      <PageHeader title={t("product")} />
      <NotFoundScreen />
    </>
  );
}
