import { isClosedToStarters, isReservedVariable } from "@/lib/protocol/variable-names";

/** What is wrong with the name of an environment variable or secret, as a message key. */
export function variableNameProblem(name: string) {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name)) return "variableNameInvalid";
  return isReservedVariable(name) ? "variableNameReserved" : null;
}

/** The same for a variable whose value comes from what starts the task: a person, a script or a webhook. */
export const startersVariableProblem = (name: string) =>
  variableNameProblem(name) ?? (isClosedToStarters(name) ? "variableNameReserved" : null);

/** Whoever reads variables does so by recursion, and has only so much stack. */
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

// No program can be started with more: the system takes 128 KiB for one variable and 2 MiB for all of them.
const MAX_TEXT_LENGTH = 256 * 1024;
const MAX_VARIABLES = 1000;
export const MAX_VALUE_LENGTH = 100_000;

/** True for the JSON text of more variables, or of a longer one, than a task could be given. */
export function exceedsVariables(json: string): boolean {
  const values = Object.values(parseJsonObject(json) ?? {});
  if (json.length > MAX_TEXT_LENGTH || values.length > MAX_VARIABLES) return true;
  return values.some((value) => typeof value === "string" && value.length > MAX_VALUE_LENGTH);
}
