"use client";

import { useLocale, useTranslations } from "next-intl";
import { Bar, BarChart, CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import { formatDuration } from "@/components/format/format-duration";
import { dayText } from "@/components/statistics/day-text";
import { type ChartConfig, ChartContainer, ChartLegend, ChartTooltip } from "@/components/ui/chart";
import type { Statistics } from "@/lib/statistics/schema";

type Days = Statistics["days"];

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };

/** How many tasks ended on each day, and how. */
export function RunsChart({ days }: { days: Days }) {
  const t = useTranslations();
  const locale = useLocale();
  const config: ChartConfig = {
    success: { label: t("status.success"), color: "var(--success)" },
    error: { label: t("status.error"), color: "var(--error)" },
    stopped: { label: t("status.stopped"), color: "var(--waiting)" },
  };
  return (
    <>
      <ChartLegend config={config} />
      <ChartContainer label={t("statistics.runs")}>
        <BarChart data={days} margin={MARGIN} accessibilityLayer>
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => dayText(day, locale)}
            tickLine={false}
            axisLine={false}
            minTickGap={24}
          />
          <YAxis width={36} allowDecimals={false} tickLine={false} axisLine={false} />
          <ChartTooltip config={config} title={(day) => dayText(day, locale)} value={String} />
          {Object.entries(config).map(([key, { color }]) => (
            <Bar key={key} dataKey={key} stackId="runs" fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      </ChartContainer>
    </>
  );
}

/** How long the tasks of each day took and waited; days without tasks are gaps. */
export function DurationsChart({ days }: { days: Days }) {
  const t = useTranslations("statistics");
  const locale = useLocale();
  const config: ChartConfig = {
    duration_p50: { label: t("durationHalf"), color: "var(--primary)" },
    duration_p95: { label: t("durationMost"), color: "var(--muted-foreground)" },
    waited_p95: { label: t("waitedMost"), color: "var(--amber)" },
  };
  const duration = (seconds: number) => formatDuration(seconds * 1000, locale);
  return (
    <>
      <ChartLegend config={config} />
      <ChartContainer label={t("durations")}>
        <LineChart data={days} margin={MARGIN} accessibilityLayer>
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => dayText(day, locale)}
            tickLine={false}
            axisLine={false}
            minTickGap={24}
          />
          <YAxis width={52} tickFormatter={duration} tickLine={false} axisLine={false} />
          <ChartTooltip config={config} title={(day) => dayText(day, locale)} value={duration} />
          {Object.entries(config).map(([key, { color }]) => (
            <Line key={key} dataKey={key} stroke={color} strokeWidth={2} dot={{ r: 2 }} isAnimationActive={false} />
          ))}
        </LineChart>
      </ChartContainer>
    </>
  );
}
