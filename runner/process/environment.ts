import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** Marks every process of an attempt, so that none outlives it. */
export const MARK_VARIABLE = "SIGNALBOX_TASK_MARK";

const INHERITED = new Set(["PATH", "LANG", "LANGUAGE", "TZ", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]);

export type Environment = Record<string, string>;

/**
 * What a task's processes inherit of the runner's own environment: an allow-list, so that no setting of the runner
 * (above all its token) reaches a task. `forwarded` names further variables chosen by the runner's operator.
 */
export function inheritedEnvironment(
  own: Record<string, string | undefined>,
  forwarded: readonly string[],
): Environment {
  const inherited: Environment = { LANG: "C.UTF-8" };
  for (const [name, value] of Object.entries(own)) {
    const allowed = INHERITED.has(name.toUpperCase()) || name.startsWith("LC_") || forwarded.includes(name);
    if (allowed && value) inherited[name] = name === "PATH" ? withoutNpm(value) : value;
  }
  return inherited;
}

/** npm prepends its package's programs to PATH, where they would hide a task's tools. */
function withoutNpm(path: string): string {
  const folders = path.split(delimiter);
  const own = folders.findIndex((folder) => !/[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)$/.test(folder));
  return own === -1 ? path : folders.slice(own).join(delimiter);
}

/** Resolves a command to an executable; null when there is none. Synchronous, as each process starts only after it. */
export function findProgram(command: string, environment: Environment, cwd: string): string | null {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = command.includes("/") ? [resolve(cwd, command)] : folders.map((folder) => join(folder, command));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  // Most folders do not have it, and an error takes longer than the look.
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
