import { useTranslations } from "next-intl";
import { NotFoundScreen } from "@/components/shell/failure/not-found-screen";
import { PageHeader } from "@/components/shell/page/page-header";

/** In the place of a page that is not there. */
export function NotFoundInFrame() {
  const t = useTranslations("shell");
  return (
    <>
      <PageHeader title={t("product")} />
      <NotFoundScreen />
    </>
  );
}
