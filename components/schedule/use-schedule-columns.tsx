import Link from "next/link";
import { useTranslations } from "next-intl";
import { CheckMark } from "@/components/drift/drift-badge";
import { Dash } from "@/components/format/dash";
import { ownTimeZone } from "@/components/format/format-time";
import { Name } from "@/components/format/name";
import { Time } from "@/components/format/time";
import { useHydrated } from "@/components/format/use-now";
import type { DescribedSchedule } from "@/components/schedule/cron/described-schedules";
import { ScheduleTime } from "@/components/schedule/schedule-time";
import { ActiveSwitch } from "@/components/table/active-switch";
import type { Column } from "@/components/table/columns/column";
import { templateHref } from "@/components/template/template-href";
import { setScheduleActive } from "@/lib/schedule/actions";

export function useScheduleColumns(projectId: number, mayManage: boolean): Column<DescribedSchedule>[] {
  const t = useTranslations("schedule");
  const shownIn = useHydrated() ? ownTimeZone() : null;
  return [
    {
      key: "active",
      header: t("active"),
      width: 80,
      card: "status",
      cell: ({ id, name, tpl_name, active }) => (
        <ActiveSwitch
          active={active}
          name={name || tpl_name}
          disabled={!mayManage}
          change={(next) => setScheduleActive({ projectId, scheduleId: id }, { active: next })}
        />
      ),
      sort: ({ active }) => (active ? 0 : 1),
    },
    {
      key: "name",
      header: t("name"),
      card: "title",
      cell: ({ name }) => (name ? <Name text={name} className="font-medium" /> : <Dash />),
      sort: ({ name }) => name,
      search: ({ name }) => name,
    },
    {
      key: "cron",
      header: t("when"),
      cell: (schedule) => <ScheduleTime schedule={schedule} />,
      search: ({ cron_format, zone, words }) => `${words ?? ""} ${cron_format} ${zone ?? ""}`,
    },
    {
      key: "template",
      header: t("template"),
      cell: ({ template_id, tpl_name, mode }) => (
        <span className="flex min-w-0 items-baseline gap-2">
          <Link href={templateHref(projectId, template_id)} prefetch={false} className="min-w-0 hover:underline">
            <Name text={tpl_name} className="md:min-w-36" />
          </Link>
          {mode === "check" && <CheckMark />}
        </span>
      ),
      sort: ({ tpl_name }) => tpl_name,
      search: ({ tpl_name }) => tpl_name,
    },
    {
      key: "next",
      header: t("nextRun"),
      cell: ({ next_run_at, zone, missing_answers }) => (
        <>
          <Time value={next_run_at} />
          {/* Beside an expression in another zone. */}
          {next_run_at && zone && zone !== shownIn && <span className="text-muted-foreground text-xs"> {shownIn}</span>}
          {missing_answers.length > 0 && (
            <p className="whitespace-normal break-all text-amber-text text-xs">
              {t("missingAnswers", { names: missing_answers.join(", ") })}
            </p>
          )}
        </>
      ),
      sort: ({ next_run_at }) => next_run_at,
    },
  ];
}
