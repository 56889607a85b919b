import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

type PagerProps = { page: number; pages: number; pageSize: number; total: number; goTo: (page: number) => void };

/** Hidden when one page holds everything. */
export function Pager({ page, pages, pageSize, total, goTo }: PagerProps) {
  const t = useTranslations("table");
  if (pages < 2) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={t("page", { page, pages })}
      className="flex items-center justify-end gap-1 border-border border-t px-3 py-1.5 text-muted-foreground text-xs tabular-nums"
    >
      <span className="mr-2">{t("rows", { from, to: Math.min(total, page * pageSize), total })}</span>
      <IconButton label={t("previous")} disabled={page === 1} onClick={() => goTo(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={t("next")} disabled={page === pages} onClick={() => goTo(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
