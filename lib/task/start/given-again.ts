import { AppError, type Issue } from "@/lib/operation/errors";

/**
 * A task loses its secret answers when it ends. Of those in use, the ones that it had must be given again for another
 * run, even if blank. `had`: null in tasks of versions that did not note it.
 */
export function checkGivenAgain(used: ReadonlySet<string>, had: readonly string[] | null, given: object): void {
  const missing = [...used].filter((name) => (had?.includes(name) ?? true) && !Object.hasOwn(given, name));
  const issues = missing.map((name): Issue => ({ path: `secret.${name}`, key: "variableRequired" }));
  if (issues.length > 0) throw new AppError("invalid", { issues });
}
