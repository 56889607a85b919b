import { useTranslations } from "next-intl";
import { ErrorScreen } from "@/components/shell/failure/error-screen";
import { PageHeader } from "@/components/shell/page/page-header";

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
