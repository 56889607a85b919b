import { useTranslations } from "next-intl";

export const EVERY_MINUTE = "* * * * *";

/** Check intervals as cron expressions; the keys are messages of template.commitCheck. */
export const CHECK_INTERVALS = {
  everyMinute: EVERY_MINUTE,
  every5Minutes: "*/5 * * * *",
  every10Minutes: "*/10 * * * *",
  hourly: "@hourly",
  daily: "@daily",
} as const;

export const INTERVAL_KEYS = ["everyMinute", "every5Minutes", "every10Minutes", "hourly", "daily"] as const;

/** Describes a check interval; an expression that is not in the list is shown as it is. */
export function useIntervalText(): (cron: string) => string {
  const t = useTranslations("template.commitCheck");
  return (cron) => {
    const key = INTERVAL_KEYS.find((known) => CHECK_INTERVALS[known] === cron);
    return key ? t(key) : cron;
  };
}
