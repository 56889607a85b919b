import type { ErrorKey } from "@/lib/operation/errors";
import { appFamily } from "@/lib/protocol/app";

/** Why a template cannot be checked for drift; null: it can. Scripts can't tell what they would change. */
export function checkProblem({ app, type }: { app: string; type: string }): ErrorKey | null {
  if (appFamily(app) === "shell") return "checkNotForThisApp";
  return type === "build" ? "checkNotForBuilds" : null;
}
