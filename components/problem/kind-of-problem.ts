import { unstable_isUnrecognizedActionError as isUnknownAction } from "next/navigation";
import { ApiError } from "@/components/api-client";

export type Problem =
  /** The page is older than the server: it asks for what is no more, or does not understand the answer. */
  | { kind: "outdated" }
  /** The server answered, and why not. */
  | { kind: "refused"; status: number; text: string }
  /** No answer came. */
  | { kind: "unreachable" }
  /** Everything else, which is a mistake of ours. */
  | { kind: "broken" };

/** What a rejected request or server action was rejected for. */
export function kindOfProblem(thrown: unknown): Problem {
  if (isUnknownAction(thrown) || isOutdated(thrown)) return { kind: "outdated" };
  if (thrown instanceof ApiError) return { kind: "refused", status: thrown.status, text: thrown.message };
  // What fetch rejects with, in every browser.
  return { kind: thrown instanceof TypeError ? "unreachable" : "broken" };
}

/** By name, which loads no schemas: of an answer that is not understood, and of a script that only the page's build had. */
const isOutdated = (thrown: unknown): boolean =>
  thrown instanceof Error && ["ZodError", "ChunkLoadError"].includes(thrown.name);
