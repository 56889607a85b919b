import { parseJson } from "@/lib/protocol/json-text";

/** Programs parse variables recursively, with a limited stack. */
export const MAX_LEVELS = 100;

/** Whether objects and arrays are nested deeper than `levels`. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth++) {
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** The object in a JSON text; null if it is not JSON, not an object, or nested too deeply. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text) ?? null;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  return isDeeperThan(value, MAX_LEVELS) ? null : Object.fromEntries(Object.entries(value));
}

/** What an object itself has by that name: every object also inherits names such as `constructor`. */
export const ownValue = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Whether an object loses what is assigned to it by that name. */
export const isLostName = (name: string): boolean => name === "__proto__";
