/** A day such as 2026-11-22, short and without its year. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(Date.parse(day));
