import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

/** Stands where managers find what it takes to call a webhook. */
export function ManagersOnly() {
  const t = useTranslations("integration");
  return <Alert>{t("managersOnly")}</Alert>;
}
