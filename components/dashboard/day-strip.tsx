import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { DashboardCard } from "@/components/dashboard/dashboard-card";
import { HISTORY_LIST } from "@/components/task/table/history-query";
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

/** A day leads to its tasks, and the failed part of its bar to those that failed. */
function Day({ day, most, end, timezone, history }: DayProps) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  const shape = { weekday: "short", day: "numeric", month: "short", timeZone: timezone } as const;
  const date = new Intl.DateTimeFormat(locale, shape).format(new Date(day.start));
  const label = `${date}: ${t("results", { success: day.success, error: day.error, stopped: day.stopped })}`;
  const links = history !== undefined && totalOf(day) > 0;
  const hrefOf = (only: { status?: "error" }) =>
    `${history}?${new URLSearchParams({ since: day.start, ...(end && { until: end }), ...only })}#${HISTORY_LIST}`;
  return (
    <li className="relative flex min-w-0 flex-col justify-end rounded-sm bg-muted">
      <Hint text={label.replaceAll(" ·", "\u00a0·")}>
        {links ? (
          <Link href={hrefOf({})} prefetch={false} aria-label={label} className={cn(WHOLE, "hover:bg-accent")} />
        ) : (
          <span role="img" aria-label={label} className={WHOLE} />
        )}
      </Hint>
      {RESULTS.filter(({ name }) => day[name] > 0).map(({ name, color }) => {
        const bar = { className: cn(BAR, color), style: { height: `${(100 * day[name]) / most}%` } };
        if (name !== "error" || !links) return <span key={name} {...bar} />;
        const failures = `${date}: ${t("failures", { count: day.error })}`;
        return (
          <Hint key={name} text={failures}>
            <Link
              href={hrefOf({ status: "error" })}
              prefetch={false}
              aria-label={failures}
              style={bar.style}
              className={cn(FAILURES, bar.className)}
            />
          </Hint>
        );
      })}
    </li>
  );
}

const WHOLE = "absolute inset-0 rounded-sm";

/** A result that occurred is at least a line high. The pointer reaches the day's own link through it. */
const BAR = "pointer-events-none relative min-h-0.5 w-full last:rounded-b-sm";

/** A line is too thin to be hit, so the link is larger than what is seen of it. */
const FAILURES =
  "pointer-events-auto! hover:opacity-80 focus-visible:z-1 after:absolute after:inset-x-0 after:-inset-y-2";
