/** Programs read variables recursively, with a limited stack. */
const MAX_LEVELS = 100;

/** True when objects and arrays stand in one another more than `levels` times. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** The object in a JSON text; null when it is no JSON, no object, or one that is nested without end. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    return isDeeperThan(value, MAX_LEVELS) ? null : Object.fromEntries(Object.entries(value));
  } catch {
    // Not JSON at all: reported like any other text that is no object.
    return null;
  }
}
