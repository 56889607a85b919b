import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { DriftItems } from "@/components/drift/drift-items";
import type { DriftReport } from "@/lib/protocol/drift";

/** What a check found, to open. */
export function FoundDrift({ drift: { items, count } }: { drift: DriftReport }) {
  const t = useTranslations("drift");
  if (items.length === 0) return null;
  return (
    <details className="group text-sm">
      <summary className="flex list-none items-center gap-1 rounded-sm font-medium text-xs hover:underline [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 text-muted-foreground group-open:rotate-90" />
        {t("items")}
      </summary>
      <div className="mt-1.5 max-h-48 overflow-y-auto">
        <DriftItems items={items} count={count} />
      </div>
    </details>
  );
}
