import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

const PERIODS = [7, 30, 90];

type PeriodLinksProps = { current: number; href: (days: number) => string };

/** The lengths of time to choose from. */
export function PeriodLinks({ current, href }: PeriodLinksProps) {
  const t = useTranslations("statistics");
  return (
    <nav aria-label={t("period")} className="flex gap-1">
      {PERIODS.map((days) => (
        <Button key={days} variant={days === current ? "secondary" : "ghost"} size="sm" asChild>
          <Link href={href(days)} prefetch={false} aria-current={days === current ? "page" : undefined}>
            {t("days", { count: days })}
          </Link>
        </Button>
      ))}
    </nav>
  );
}
