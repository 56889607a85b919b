import type { ReactNode } from "react";
import { ResponsiveContainer, Tooltip } from "recharts";

/** What a series is called, and its color as a CSS value. */
export type ChartConfig = Readonly<Record<string, { label: string; color: string }>>;

type ChartContainerProps = { label: string; children: ReactNode };

/** A chart as wide as its place; its height is there before it is drawn. The keys it needs come from `accessibilityLayer`. */
export function ChartContainer({ label, children }: ChartContainerProps) {
  return (
    <figure
      aria-label={label}
      data-slot="chart"
      className="h-56 w-full text-xs [&_.recharts-cartesian-axis-tick_text]:fill-muted-foreground [&_.recharts-cartesian-grid_line]:stroke-border [&_.recharts-surface]:outline-none [&_.recharts-surface:focus-visible]:outline-2 [&_.recharts-surface:focus-visible]:outline-ring"
    >
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </figure>
  );
}

type ChartTooltipProps = { config: ChartConfig; title: (label: string) => string; value: (value: number) => string };

/** The values of a point, by series. */
export function ChartTooltip({ config, title, value }: ChartTooltipProps) {
  return (
    <Tooltip
      cursor={{ fill: "var(--muted)", stroke: "var(--border)" }}
      isAnimationActive={false}
      filterNull={false}
      content={({ active, payload, label }) =>
        active && payload.length > 0 ? (
          <div className="grid gap-1 rounded-md border border-border bg-popover px-2.5 py-1.5 shadow-md">
            <p className="font-medium">{title(String(label))}</p>
            {payload.map(({ dataKey, value: amount }) => {
              const series = config[String(dataKey)];
              return series ? (
                <p key={series.label} className="flex items-center gap-2">
                  <span className="size-2 rounded-xs" style={{ background: series.color }} />
                  <span className="text-muted-foreground">{series.label}</span>
                  <span className="ml-auto pl-3 tabular-nums">{typeof amount === "number" ? value(amount) : "—"}</span>
                </p>
              ) : null;
            })}
          </div>
        ) : null
      }
    />
  );
}

/** The names of the series, in one line below a chart's title. */
export function ChartLegend({ config }: { config: ChartConfig }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {Object.values(config).map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className="size-2 rounded-xs" style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
