type End = "since" | "until";

const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** When the day begins, or after the last one of a range, when the next begins; null for an unfinished input. */
export function momentOf(end: End, day: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const moment = new Date(year, month - 1, end === "until" ? date + 1 : date);
  return day === "" || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The day that a moment of the address names; "" if there is none. */
export function dayOf(end: End, moment: string | undefined): string {
  const date = new Date(moment ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return isoDay(end === "until" ? new Date(date.getTime() - 1) : date);
}
