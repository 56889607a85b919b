import { unstable_isUnrecognizedActionError as isUnknownAction } from "next/navigation";
import { ApiError } from "@/components/api-client";

export type Problem =
  /** The page is older than the server: it requests removed resources, or can't parse the response. */
  | { kind: "outdated" }
  /** The server rejected the request. */
  | { kind: "refused"; status: number; text: string }
  /** No response. */
  | { kind: "unreachable" }
  /** Anything else: a bug of ours. */
  | { kind: "broken" };

/** Classifies the error of a rejected request or server action. */
export function kindOfProblem(thrown: unknown): Problem {
  if (isUnknownAction(thrown) || isOutdated(thrown)) return { kind: "outdated" };
  if (thrown instanceof ApiError) return { kind: "refused", status: thrown.status, text: thrown.message };
  // fetch rejects with a TypeError in every browser.
  return { kind: thrown instanceof TypeError ? "unreachable" : "broken" };
}

/** By name, to avoid loading schemas: an unparsable response, or a script that existed only in the page's own build. */
const isOutdated = (thrown: unknown): boolean =>
  thrown instanceof Error && ["ZodError", "ChunkLoadError"].includes(thrown.name);
