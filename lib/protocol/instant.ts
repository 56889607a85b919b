/** What a client written in Go sends for a time that is not set; Postgres has no year before it. */
export const GO_ZERO_TIME = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether the text is a time that can be stored and written in ISO 8601: one of the years 1 to 9999, in UTC. */
export function isInstant(text: string): boolean {
  const at = Date.parse(text);
  return at >= GO_ZERO_TIME && at <= LAST;
}
