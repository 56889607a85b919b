import { useTranslations } from "next-intl";
import { NotFoundScreen } from "@/components/shell/failure/not-found-screen";
import { PageHeader } from "@/components/shell/page/page-header";

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
