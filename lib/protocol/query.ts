/** In characters: of what lists are searched for, and of the filters for a version. */
export const MAX_SEARCH = 200;

/** A percent-encoded text decoded; null if it is none, such as one with a stray percent sign. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether the text is a time that the database can hold and ISO 8601 writes with four digits: one of the years 1 to 9999, in UTC. */
export function isInstant(text: string): boolean {
  const at = Date.parse(text);
  return at >= FIRST_INSTANT && at <= LAST_INSTANT;
}
