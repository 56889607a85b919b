import { useTranslations } from "next-intl";

/** Stands for a value that is not there. */
export function Dash() {
  const t = useTranslations("common");
  return <span className="text-muted-foreground">{t("missing")}</span>;
}
