import { useLocale, useTranslations } from "next-intl";
import type { Group } from "@/components/schedule/cron/guided-cron";

type BoxGroupProps = { group: Group; values: number[]; ticked: number[]; onToggle: (value: number) => void };

/** The checkboxes of one part of a cron expression; none selected means all. */
export function BoxGroup({ group, values, ticked, onToggle }: BoxGroupProps) {
  const t = useTranslations("schedule");
  const locale = useLocale();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex gap-2 font-medium text-sm">
        {t(`groups.${group}`)}
        {ticked.length === 0 && <span className="font-normal text-muted-foreground">{t(`every.${group}`)}</span>}
      </legend>
      <div className="flex flex-wrap gap-1">
        {values.map((value) => (
          <label key={value} className="relative">
            <input
              type="checkbox"
              checked={ticked.includes(value)}
              onChange={() => onToggle(value)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="inline-grid h-7 min-w-8 place-items-center rounded-md border border-input bg-card px-1.5 text-sm tabular-nums transition-colors peer-checked:border-primary peer-checked:bg-primary peer-checked:text-primary-foreground peer-hover:border-ring peer-focus-visible:ring-3 peer-focus-visible:ring-ring/40 dark:bg-background dark:peer-checked:bg-primary">
              {boxText(group, value, locale)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function boxText(group: Group, value: number, locale: string): string {
  const name = (options: Intl.DateTimeFormatOptions, date: Date) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(date);
  if (group === "months") return name({ month: "short" }, new Date(Date.UTC(2023, value - 1, 1)));
  // 1 January 2023 was a Sunday.
  if (group === "weekdays") return name({ weekday: "short" }, new Date(Date.UTC(2023, 0, 1 + value)));
  return group === "days" ? String(value) : String(value).padStart(2, "0");
}
