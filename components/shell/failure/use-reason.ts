import { useTranslations } from "next-intl";
import { kindOfProblem } from "@/components/problem/kind-of-problem";
import { useErrorWords } from "@/components/problem/use-error-words";

type Reason = { reason: string; digest: string | null };

/**
 * Describes a thrown value. An error from the server arrives without its message: its digest is a key of
 * messages.errors for an expected failure, else the hash under which the server logged it.
 */
export function useReason(error: unknown): Reason {
  const t = useTranslations();
  const words = useErrorWords();
  if (isUnreachable(error)) return { reason: t("common.unreachable"), digest: null };
  if (kindOfProblem(error).kind === "outdated") return { reason: t("common.outdated"), digest: null };
  const digest = digestOf(error);
  const expected = digest && words(digest);
  if (expected) return { reason: expected, digest: null };
  if (digest === null && error instanceof Error && error.message) return { reason: error.message, digest: null };
  return { reason: t("shell.error.reason"), digest };
}

/** Whether the server can't be reached. A TypeError while rendering is a bug of our own. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof TypeError) && kindOfProblem(error).kind === "unreachable";

const digestOf = (error: unknown): string | null =>
  error instanceof Error && "digest" in error && typeof error.digest === "string" ? error.digest : null;
