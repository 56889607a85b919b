import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { changeUrl } from "@/components/table/use-url-state";
import type { HistoryPage } from "@/components/task/table/history-query";
import { IconButton } from "@/components/ui/icon-button";

/** Steps through the history page by page, as far as it goes. */
export function HistoryPager({ rows, newer, older }: HistoryPage<{ id: number }>) {
  const t = useTranslations("task.pages");
  if (!newer && !older) return null;
  const goTo = (page: { before?: number; after?: number }) =>
    changeUrl({ before: page.before?.toString() ?? null, after: page.after?.toString() ?? null }, true);
  return (
    <nav aria-label={t("label")} className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5">
      <IconButton label={t("newer")} disabled={!newer} onClick={() => goTo({ after: rows[0]?.id })}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={t("older")} disabled={!older} onClick={() => goTo({ before: rows.at(-1)?.id })}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
