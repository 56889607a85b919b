import { X } from "lucide-react";
import { useTranslations } from "next-intl";

/** Says that only some lines are shown; pressed, it shows all. */
export function FilterChip({ name, onPress }: { name: string; onPress: () => void }) {
  const t = useTranslations("log");
  return (
    <button
      type="button"
      title={t("showAll")}
      onClick={onPress}
      className="inline-flex h-7 min-w-0 items-center gap-1 rounded-md bg-accent px-2 text-foreground"
    >
      <span className="max-w-40 truncate">{t("only", { name })}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">{t("showAll")}</span>
    </button>
  );
}
