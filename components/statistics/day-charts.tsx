"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Bar, BarChart, CartesianGrid, Line, LineChart, XAxis, YAxis } from "recharts";
import { formatDuration } from "@/components/format/format-duration";
import { dayText } from "@/components/format/format-time";
import { type ChartConfig, ChartContainer, ChartLegend, ChartTooltip } from "@/components/ui/chart";
import type { Statistics } from "@/lib/statistics/schema";

type Days = Statistics["days"];

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const PLAIN_AXIS = { tickLine: false, axisLine: false };
/** As wide in every chart, so that the same days are below each other. */
const VALUE_AXIS = { ...PLAIN_AXIS, width: 52, allowDecimals: false };

/** How many tasks ended on each day, and how. */
export function RunsChart({ days }: { days: Days }) {
  const t = useTranslations();
  const config: ChartConfig = {
    success: { label: t("status.success"), color: "var(--success)" },
    error: { label: t("status.error"), color: "var(--error)" },
    stopped: { label: t("status.stopped"), color: "var(--waiting)" },
  };
  const label = t("statistics.runs");
  return (
    <DayChart label={label} config={config}>
      <BarChart aria-label={label} data={days} margin={MARGIN} accessibilityLayer>
        <DayFrame config={config} value={String} />
        <YAxis {...VALUE_AXIS} />
        {Object.entries(config).map(([key, { color }]) => (
          <Bar key={key} dataKey={key} stackId="runs" fill={color} isAnimationActive={false} />
        ))}
      </BarChart>
    </DayChart>
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
  const label = t("durations");
  return (
    <DayChart label={label} config={config}>
      <LineChart aria-label={label} data={days} margin={MARGIN} accessibilityLayer>
        <DayFrame config={config} value={duration} />
        <YAxis tickFormatter={duration} {...VALUE_AXIS} />
        {Object.entries(config).map(([key, { color }]) => (
          <Line key={key} dataKey={key} stroke={color} strokeWidth={2} dot={{ r: 2 }} isAnimationActive={false} />
        ))}
      </LineChart>
    </DayChart>
  );
}

type DayChartProps = {
  label: string;
  config: ChartConfig;
  children: ComponentProps<typeof ChartContainer>["children"];
};

const DayChart = ({ label, config, children }: DayChartProps) => (
  <>
    <ChartLegend config={config} />
    <ChartContainer label={label}>{children}</ChartContainer>
  </>
);

/** What every chart by day has: its lines, its days and what the pointer shows. */
function DayFrame({ config, value }: { config: ChartConfig; value: (value: number) => string }) {
  const locale = useLocale();
  const text = (day: string) => dayText(day, locale);
  return (
    <>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="day" tickFormatter={text} minTickGap={24} interval="preserveStart" {...PLAIN_AXIS} />
      <ChartTooltip config={config} title={text} value={value} />
    </>
  );
}
