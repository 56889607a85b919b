import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { wantsNewTab } from "@/components/table/row/row-open";
import { changeUrl } from "@/components/table/use-url-state";
import { type HistoryFilter, type HistoryPage, type PageParams, pageHref } from "@/components/task/table/history-query";
import { IconButton } from "@/components/ui/icon-button";

type HistoryPagerProps = HistoryPage<{ id: number }> & { filter: HistoryFilter };

/** Steps through the history page by page, as far as it goes. */
export function HistoryPager({ rows, newer, older, filter }: HistoryPagerProps) {
  const t = useTranslations("task.pages");
  if (!newer && !older) return null;
  const [first, last] = [rows[0], rows.at(-1)];
  const newerPage = first ? { after: String(first.id) } : {};
  const olderPage = last ? { before: String(last.id) } : {};
  return (
    <nav aria-label={t("label")} className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5">
      <PageStep label={t("newer")} filter={filter} page={newer ? newerPage : null}>
        <ChevronLeft />
      </PageStep>
      <PageStep label={t("older")} filter={filter} page={older ? olderPage : null}>
        <ChevronRight />
      </PageStep>
    </nav>
  );
}

type PageStepProps = { label: string; filter: HistoryFilter; page: PageParams | null; children: ReactNode };

/** A link, which works before the page's scripts have loaded; afterwards it only changes the URL. */
function PageStep({ label, filter, page, children }: PageStepProps) {
  if (!page) {
    return (
      <IconButton label={label} disabled>
        {children}
      </IconButton>
    );
  }

  function press(event: MouseEvent) {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    changeUrl({ before: null, after: null, ...page }, true);
  }

  return (
    <IconButton label={label} asChild>
      <Link href={pageHref(filter, page)} prefetch={false} onClick={press}>
        {children}
      </Link>
    </IconButton>
  );
}
