import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type AdvancedFieldsProps = { startsOpen: boolean; children: ReactNode };

/** Rarely used task options. */
export function AdvancedFields({ startsOpen, children }: AdvancedFieldsProps) {
  const t = useTranslations("task.form");
  return (
    <details open={startsOpen} className="group rounded-md border border-border">
      <summary className="flex h-9 list-none items-center gap-1.5 rounded-md px-2.5 font-medium text-sm hover:bg-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 text-muted-foreground group-open:rotate-90" />
        {t("advanced")}
      </summary>
      <div className="flex flex-col gap-4 p-3 pt-2">{children}</div>
    </details>
  );
}
