import { sessionEnd } from "@/components/session/session-end";
import type { ActionResult } from "@/lib/operation/result";

/** The text of a failed action; null after success. Notes the end of the session. */
export function problemOf(result: ActionResult<unknown>): string | null {
  if (result.ok) return null;
  if (result.failure.code === "unauthenticated") sessionEnd.report();
  return result.failure.message;
}
