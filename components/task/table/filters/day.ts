type End = "since" | "until";

const isoDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, "0")}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const twoDigits = (part: number): string => String(part).padStart(2, "0");

/**
 * When the day begins, or after the last one of a range, when the next begins; null for an unfinished input, and before
 * year 1.
 */
export function momentOf(end: End, day: string): string | null {
  const moment = new Date(`${day}T00:00`);
  if (end === "until") moment.setHours(24);
  return moment.getUTCFullYear() >= 1 ? moment.toISOString() : null;
}

/** The day that a moment of the address names; "" if there is none. */
export function dayOf(end: End, moment: string | null): string {
  const date = new Date(moment ?? "");
  if (Number.isNaN(date.getTime())) return "";
  return isoDay(end === "until" ? new Date(date.getTime() - 1) : date);
}
