import { useTranslations } from "next-intl";

/** Placeholder for a missing value. */
export function Dash() {
  const t = useTranslations("common");
  return <span className="dash">{t("missing")}</span>;
}
