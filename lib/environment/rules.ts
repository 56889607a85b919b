/** Names with which a variable would take over the runner's own programs instead of being read by the task. */
const RESERVED = new Set(["PATH", "BASH_ENV", "NODE_OPTIONS", "SHELLOPTS", "BASHOPTS", "__proto__"]);
const RESERVED_PREFIXES = ["LD_", "DYLD_", "GIT_", "BASH_FUNC_"];

export const isReservedVariable = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));

/** What is wrong with the name of an environment variable or secret, as a message key. */
export function variableNameProblem(name: string) {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name)) return "variableNameInvalid";
  return isReservedVariable(name) ? "variableNameReserved" : null;
}

/** The object in a JSON text; null when it is no JSON or no object. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
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
