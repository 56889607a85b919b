import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { DashboardCard } from "@/components/dashboard/dashboard-card";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";
import type { DayCounts } from "@/lib/task/schema/dashboard";

const RESULTS = [
  { name: "stopped", color: "bg-waiting" },
  { name: "error", color: "bg-error" },
  { name: "success", color: "bg-success" },
] as const;

type DayStripProps = { days: DayCounts[]; timezone: string; history: string | undefined };

/** How many tasks ended on each of the last days, as a bar for each day. */
export function DayStrip({ days, timezone, history }: DayStripProps) {
  const t = useTranslations("dashboard");
  const most = Math.max(1, ...days.map(totalOf));
  const sum = (name: "success" | "error" | "stopped") => days.reduce((total, day) => total + day[name], 0);
  return (
    <DashboardCard
      title={t("days", { count: days.length })}
      end={t("results", { success: sum("success"), error: sum("error"), stopped: sum("stopped") })}
      className="lg:col-span-2"
    >
      <ol className="grid h-16 auto-cols-fr grid-flow-col gap-1 px-4 pb-3">
        {days.map((day, index) => (
          <Day key={day.start} day={day} most={most} end={days[index + 1]?.start} {...{ timezone, history }} />
        ))}
      </ol>
    </DashboardCard>
  );
}

const totalOf = ({ success, error, stopped }: DayCounts): number => success + error + stopped;

type DayProps = Omit<DayStripProps, "days"> & { day: DayCounts; most: number; end: string | undefined };

function Day({ day, most, end, timezone, history }: DayProps) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  const shape = { weekday: "short", day: "numeric", month: "short", timeZone: timezone } as const;
  const date = new Intl.DateTimeFormat(locale, shape).format(new Date(day.start));
  const label = `${date}: ${t("results", { success: day.success, error: day.error, stopped: day.stopped })}`;
  const bars = <Bars day={day} most={most} />;
  const classes = "flex h-full flex-col justify-end overflow-hidden rounded-sm bg-muted";
  const query = new URLSearchParams({ since: day.start, ...(end && { until: end }) });
  return (
    <li className="min-w-0">
      <Hint text={label}>
        {history && totalOf(day) > 0 ? (
          <Link
            href={`${history}?${query}`}
            prefetch={false}
            aria-label={label}
            className={cn(classes, "hover:bg-accent")}
          >
            {bars}
          </Link>
        ) : (
          <span role="img" aria-label={label} className={classes}>
            {bars}
          </span>
        )}
      </Hint>
    </li>
  );
}

/** A result that occurred is at least a line high. */
function Bars({ day, most }: Pick<DayProps, "day" | "most">) {
  return RESULTS.filter(({ name }) => day[name] > 0).map(({ name, color }) => (
    <span key={name} className={cn("min-h-0.5 w-full", color)} style={{ height: `${(100 * day[name]) / most}%` }} />
  ));
}
