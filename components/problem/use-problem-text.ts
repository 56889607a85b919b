import { useMessages, useTranslations } from "next-intl";
import { kindOfProblem, type Problem } from "@/components/problem/kind-of-problem";
import { SIGNED_OUT, sessionEnd } from "@/components/session/session-end";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/operation/result";

/** Named one by one: a first visit loads the texts that its modules name. */
const TEXTS = {
  outdated: "common.outdated",
  unreachable: "common.unreachable",
  broken: "common.broken",
} as const;

/** Describes why a request or server action failed, also while something is rendered. */
export function useProblemReason(): (problem: Problem) => string {
  const t = useTranslations();
  const texts: Record<number, string> = useMessages().httpErrors;
  return (problem) =>
    problem.kind === "refused" ? problem.text || texts[problem.status] || t(TEXTS.broken) : t(TEXTS[problem.kind]);
}

/** For right after it failed: a page outdated by an upgrade also offers to reload. */
export function useProblemText(): (thrown: unknown) => string {
  const t = useTranslations();
  const reason = useProblemReason();
  return (thrown) => {
    const problem = kindOfProblem(thrown);
    if (problem.kind === "outdated") {
      toast.warning(t(TEXTS.outdated), {
        id: "outdated",
        duration: Number.POSITIVE_INFINITY,
        action: { label: t("common.reload"), onClick: () => window.location.reload() },
      });
    }
    return reason(problem);
  };
}

/** The text of a failed action; null after success. Notes the end of the session. */
export function problemOf(result: ActionResult<unknown>): string | null {
  if (result.ok) return null;
  if (result.failure.code === SIGNED_OUT) sessionEnd.report();
  return result.failure.message;
}
