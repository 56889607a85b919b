import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { DriftItem } from "@/lib/protocol/drift";

type DriftItemsProps = { items: DriftItem[]; count: number };

/** What drifted, by address, and what reconciling would do to it. */
export function DriftItems({ items, count }: DriftItemsProps) {
  const t = useTranslations("drift");
  const listed = items.filter(({ type }) => type !== "output").length;
  return (
    <ul aria-label={t("items")} className="flex flex-col gap-1 text-sm">
      {items.map(({ address, type, action, outside }) => (
        <li key={`${type} ${address}`} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <code className="wrap-anywhere min-w-0 font-mono text-xs">{address}</code>
          <span className="text-muted-foreground text-xs">{t(`actions.${action}`)}</span>
          {outside && <Badge variant="amber">{t("outside")}</Badge>}
        </li>
      ))}
      {count > listed && <li className="text-muted-foreground text-xs">{t("more", { count: count - listed })}</li>}
    </ul>
  );
}
