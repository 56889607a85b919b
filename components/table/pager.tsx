import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { PageStep } from "@/components/table/page-step";

type PagerProps = {
  page: number;
  pages: number;
  pageSize: number;
  total: number;
  stepTo: (page: number) => { href: string; onOpen: () => void };
};

/** Hidden when one page holds everything. */
export function Pager({ page, pages, pageSize, total, stepTo }: PagerProps) {
  const t = useTranslations("table");
  if (pages < 2) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={t("page", { page, pages })}
      className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5 text-muted-foreground text-xs tabular-nums"
    >
      <span className="mr-2">{t("rows", { from, to: Math.min(total, page * pageSize), total })}</span>
      <PageStep label={t("previous")} disabled={page === 1} {...stepTo(page - 1)}>
        <ChevronLeft />
      </PageStep>
      <PageStep label={t("next")} disabled={page === pages} {...stepTo(page + 1)}>
        <ChevronRight />
      </PageStep>
    </nav>
  );
}
