"use client";

import { CalendarClock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CheckMark } from "@/components/drift/drift-badge";
import { Time } from "@/components/format/time";
import type { DescribedSchedule } from "@/components/schedule/cron/described-schedules";
import { ScheduleTime } from "@/components/schedule/schedule-time";
import { Badge } from "@/components/ui/badge";

type TemplateSchedulesProps = { projectId: number; schedules: DescribedSchedule[] };

/** The schedules that start the template. */
export function TemplateSchedules({ projectId, schedules }: TemplateSchedulesProps) {
  const t = useTranslations();
  if (schedules.length === 0) return null;
  return (
    <ul
      aria-label={t("shell.nav.schedule")}
      className="flex flex-col overflow-hidden rounded-lg border border-border bg-card [&>*+*]:border-t"
    >
      {schedules.map((schedule) => (
        <li
          key={schedule.id}
          className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 border-border px-3 py-1.5 text-sm"
        >
          <CalendarClock aria-hidden="true" className="size-4 text-muted-foreground" />
          <ScheduleTime schedule={schedule} />
          <Link
            href={`/project/${projectId}/schedule?q=${encodeURIComponent(schedule.name)}`}
            prefetch={false}
            className="wrap-anywhere min-w-0 rounded-sm text-primary-text hover:underline"
          >
            {schedule.name || t("shell.nav.schedule")}
          </Link>
          {schedule.mode === "check" && <CheckMark />}
          {!schedule.active && <Badge>{t("template.commitCheck.off")}</Badge>}
          {schedule.next_run_at && (
            <span className="ml-auto text-muted-foreground">
              {t("schedule.nextRun")} <Time value={schedule.next_run_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
