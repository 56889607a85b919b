import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { PageStep } from "@/components/table/page-step";
import { useUrlStep } from "@/components/table/use-url-state";
import type { HistoryPage } from "@/components/task/table/history-query";

/** Steps through the history page by page, as far as it goes. */
export function HistoryPager({ rows, newer, older }: HistoryPage<{ id: number }>) {
  const t = useTranslations("task.pages");
  const step = useUrlStep();
  if (!newer && !older) return null;
  const stepTo = (page: { before?: number | undefined; after?: number | undefined }) =>
    step({ before: page.before?.toString() ?? null, after: page.after?.toString() ?? null });
  return (
    <nav aria-label={t("label")} className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5">
      <PageStep label={t("newer")} disabled={!newer} {...stepTo({ after: rows[0]?.id })}>
        <ChevronLeft />
      </PageStep>
      <PageStep label={t("older")} disabled={!older} {...stepTo({ before: rows.at(-1)?.id })}>
        <ChevronRight />
      </PageStep>
    </nav>
  );
}
