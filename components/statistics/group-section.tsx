import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageSection } from "@/components/shell/page/page-section";
import type { GroupList, Statistics } from "@/lib/statistics/schema";

type GroupSectionProps = { list: GroupList; statistics: Pick<Statistics, GroupList | "cut">; children: ReactNode };

/** A list of groups below its title, which says if others are left out. */
export function GroupSection({ list, statistics, children }: GroupSectionProps) {
  const t = useTranslations("statistics");
  return (
    <PageSection title={t(list)} about={statistics.cut.includes(list) && t("cut", { count: statistics[list].length })}>
      {children}
    </PageSection>
  );
}
