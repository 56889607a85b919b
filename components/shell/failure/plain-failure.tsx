import { useTranslations } from "next-intl";
import { untilReachable } from "@/components/problem/reach";

/** A failed screen whose explanation could not be loaded either; complete in itself. */
export function PlainFailure() {
  const t = useTranslations("shell.error");
  const refresh = () => void untilReachable().then(() => window.location.reload());
  return (
    <main id="content" className="grid min-h-[70dvh] flex-1 place-items-center p-6">
      <div role="alert" className="flex max-w-md flex-col items-center gap-3 text-center">
        <h1 className="font-semibold text-xl">{t("title")}</h1>
        <button type="button" className="button button-primary button-md mt-2" onClick={refresh}>
          {t("refresh")}
        </button>
      </div>
    </main>
  );
}
