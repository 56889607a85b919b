import { useTranslations } from "next-intl";
import { Time } from "@/components/format/time";
import type { DescribedSchedule } from "@/components/schedule/cron/described-schedules";

type ScheduleTimeProps = { schedule: Pick<DescribedSchedule, "cron_format" | "zone" | "run_at" | "words"> };

/** When a schedule runs: in words, before the expression that says it exactly, and its zone. */
export function ScheduleTime({ schedule: { cron_format, zone, run_at, words } }: ScheduleTimeProps) {
  const t = useTranslations("schedule");
  if (run_at) {
    return (
      <span className="whitespace-nowrap">
        {t("modes.once")} <Time value={run_at} className="text-muted-foreground" />
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 align-middle xl:[td_&]:min-w-60">
      {words && <span className="whitespace-normal">{words}</span>}
      <code className={words ? "break-all font-mono text-muted-foreground text-xs" : "break-all font-mono text-xs"}>
        {cron_format}
      </code>
      {zone && <span className="text-muted-foreground text-xs">{zone}</span>}
    </span>
  );
}
