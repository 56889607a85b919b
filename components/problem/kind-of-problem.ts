import { unstable_isUnrecognizedActionError as isUnknownAction } from "next/navigation";
import { ApiError } from "@/components/api-client";
import { isUpdated } from "@/components/problem/hold-scripts";

export type Problem =
  /** The page is older than the server: it requests removed resources, or can't parse the response. */
  | { kind: "outdated" }
  /** The server rejected the request. */
  | { kind: "refused"; status: number; text: string }
  /** No response. */
  | { kind: "unreachable" }
  /** Anything else: a bug of ours. */
  | { kind: "broken" };

/** Classifies the error of a rejected request or server action, or of code that could not be loaded. */
export function kindOfProblem(thrown: unknown): Problem {
  if (isUnknownAction(thrown) || isNamed(thrown, "ZodError")) return { kind: "outdated" };
  if (isNamed(thrown, "ChunkLoadError")) return { kind: isUpdated() ? "outdated" : "unreachable" };
  if (thrown instanceof ApiError) return { kind: "refused", status: thrown.status, text: thrown.message };
  // fetch rejects with a TypeError in every browser.
  return { kind: thrown instanceof TypeError ? "unreachable" : "broken" };
}

/** To avoid loading schemas: a ZodError is a response that can't be parsed. */
const isNamed = (thrown: unknown, name: string): boolean => thrown instanceof Error && thrown.name === name;
