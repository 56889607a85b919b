import { ChartColumn, X } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { dayText } from "@/components/format/format-time";
import { PageSection } from "@/components/shell/page/page-section";
import { DurationsChart, RunsChart } from "@/components/statistics/day-charts";
import { Causes, Hosts, Slowest, SlowestHosts } from "@/components/statistics/failures";
import { GroupSection } from "@/components/statistics/group-section";
import { Groups } from "@/components/statistics/groups";
import { PeriodLinks } from "@/components/statistics/period-links";
import { RunsTable } from "@/components/statistics/runs-table";
import { statisticsHref } from "@/components/statistics/statistics-href";
import { Totals } from "@/components/statistics/totals";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { Statistics } from "@/lib/statistics/schema";

type StatisticsReportProps = {
  projectId: number;
  projectName: string;
  statistics: Statistics;
  templateId: number | null;
};

/** How the tasks of a period ended: totals, days, what fails most, and who and what ran them. */
export function StatisticsReport({ projectId, projectName, statistics, templateId }: StatisticsReportProps) {
  const t = useTranslations("statistics");
  const { days, tasks, complete } = statistics;
  return (
    <>
      <PrintedHeading {...{ projectName, days }} />
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <PeriodLinks current={days.length} href={(length) => statisticsHref(projectId, templateId, length)} />
        {templateId !== null && (
          <Button variant="secondary" size="sm" asChild>
            <Link href={statisticsHref(projectId, null, days.length)} prefetch={false}>
              <X aria-hidden="true" />
              {t("allTemplates")}
            </Link>
          </Button>
        )}
      </div>
      {!complete && <p className="text-muted-foreground text-sm">{t("partial", { count: tasks })}</p>}
      {tasks === 0 ? <EmptyState icon={<ChartColumn />} text={t("none")} /> : <Report {...{ projectId, statistics }} />}
    </>
  );
}

/** What only the page's surroundings tell on the screen. */
function PrintedHeading({ projectName, days }: Pick<StatisticsReportProps, "projectName"> & Pick<Statistics, "days">) {
  const t = useTranslations("statistics");
  const locale = useLocale();
  const [first, last] = [days.at(0), days.at(-1)].map((one) => one && dayText(one.day, locale));
  return (
    <h2 className="hidden font-semibold text-base print:block">
      {`${projectName} · ${t("days", { count: days.length })} (${first} – ${last})`}
    </h2>
  );
}

function Report({ projectId, statistics }: Pick<StatisticsReportProps, "projectId" | "statistics">) {
  const t = useTranslations("statistics");
  const { days, causes, hosts, slowest, slowest_hosts } = statistics;
  return (
    <>
      <Totals statistics={statistics} />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <PageSection title={t("runs")}>
          <RunsChart days={days} />
        </PageSection>
        <PageSection title={t("durations")}>
          <DurationsChart days={days} />
        </PageSection>
      </div>
      <DaysAsTable days={days} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {causes.length > 0 && (
          <GroupSection list="causes" statistics={statistics}>
            <Causes {...{ causes, projectId }} />
          </GroupSection>
        )}
        <PageSection title={t("slowest")}>
          <Slowest {...{ slowest, projectId }} />
        </PageSection>
        {hosts.length > 0 && (
          <GroupSection list="hosts" statistics={statistics}>
            <Hosts hosts={hosts} />
          </GroupSection>
        )}
        {slowest_hosts.length > 0 && (
          <PageSection title={t("slowestHosts")}>
            <SlowestHosts hosts={slowest_hosts} />
          </PageSection>
        )}
      </div>
      <Groups {...{ projectId, statistics }} />
    </>
  );
}

/** The charts' numbers for readers of text. */
function DaysAsTable({ days }: Pick<Statistics, "days">) {
  const t = useTranslations("statistics");
  const locale = useLocale();
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-muted-foreground text-sm hover:text-foreground">
        {t("asTable")}
      </summary>
      <RunsTable
        label={t("byDay")}
        heading={t("day")}
        rows={days.map(({ day, ...runs }) => ({ key: day, name: dayText(day, locale), runs }))}
      />
    </details>
  );
}
