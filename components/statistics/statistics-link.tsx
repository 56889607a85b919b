import { ChartColumn } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { statisticsHref } from "@/components/statistics/statistics-href";
import { IconButton } from "@/components/ui/icon-button";

type StatisticsLinkProps = { projectId: number; templateId: number };

/** To the statistics of a template. */
export function StatisticsLink({ projectId, templateId }: StatisticsLinkProps) {
  const t = useTranslations("project");
  return (
    <IconButton label={t("statistics")} asChild>
      <Link href={statisticsHref(projectId, templateId)} prefetch={false}>
        <ChartColumn />
      </Link>
    </IconButton>
  );
}
