import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { PageStep } from "@/components/table/page-step";
import { changeUrl } from "@/components/table/use-url-state";
import { type HistoryFilter, type HistoryPage, type PageParams, pageHref } from "@/components/task/table/history-query";

type HistoryPagerProps = HistoryPage<{ id: number }> & { filter: HistoryFilter };

/** Steps through the history page by page, as far as it goes. */
export function HistoryPager({ rows, newer, older, filter }: HistoryPagerProps) {
  const t = useTranslations("task.pages");
  if (!newer && !older) return null;
  const [first, last] = [rows[0], rows.at(-1)];
  const stepTo = (page: PageParams) => ({
    href: pageHref(filter, page),
    onOpen: () => changeUrl({ before: null, after: null, ...page }, true),
  });
  return (
    <nav aria-label={t("label")} className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5">
      <PageStep label={t("newer")} disabled={!newer} {...stepTo(first ? { after: String(first.id) } : {})}>
        <ChevronLeft />
      </PageStep>
      <PageStep label={t("older")} disabled={!older} {...stepTo(last ? { before: String(last.id) } : {})}>
        <ChevronRight />
      </PageStep>
    </nav>
  );
}
