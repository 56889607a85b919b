import { useTranslations } from "next-intl";
import { ErrorScreen } from "@/components/shell/failure/error-screen";
import { PageHeader } from "@/components/shell/page/page-header";

/** In the place of a page that failed. The drawer stays: the other screens may well work. */
export function ErrorInFrame({ error }: { error: unknown }) {
  const t = useTranslations("shell");
  return (
    <>
      <PageHeader title={t("product")} />
      <ErrorScreen error={error} />
    </>
  );
}
