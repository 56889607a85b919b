export const EVERY_MINUTE = "* * * * *";

/** How often a repository is looked at, as cron text; the keys are messages of template.commitCheck. */
export const CHECK_INTERVALS = {
  everyMinute: EVERY_MINUTE,
  every5Minutes: "*/5 * * * *",
  every10Minutes: "*/10 * * * *",
  hourly: "@hourly",
  daily: "@daily",
} as const;

export const INTERVAL_KEYS = ["everyMinute", "every5Minutes", "every10Minutes", "hourly", "daily"] as const;
