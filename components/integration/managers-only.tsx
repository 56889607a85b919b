import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";

/** Shown instead of details that only managers may see. */
export function ManagersOnly() {
  const t = useTranslations("integration");
  return <Alert>{t("managersOnly")}</Alert>;
}
