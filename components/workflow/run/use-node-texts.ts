import { useMessages, useTranslations } from "next-intl";
import { useRefusalText } from "@/components/problem/use-refusal-text";
import { nameOf } from "@/components/workflow/graph/order";
import { useRun } from "@/components/workflow/run/run-context";
import { STATUS_OF_NODE } from "@/components/workflow/run/run-state";
import { useStatusText } from "@/components/workflow/run/status-mark";
import type { NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import type { WorkflowNode } from "@/lib/workflow/schema";

type Ended = Pick<NodeState, "reason" | "status"> & Partial<Pick<NodeState, "may_decide">>;

/** Says why a node did not run, or ended without a task of its own. */
export function useReasonText(graph: WorkflowRun["graph"]): (state: Ended | undefined) => string | null {
  const t = useTranslations("workflow");
  const statusText = useStatusText();
  const refusalText = useRefusalText();
  return (state) => {
    const reason = state?.reason;
    if (!reason) return null;
    switch (reason.code) {
      case "edge":
        return t("reasons.edge", {
          from: nameOf(graph, reason.from),
          wanted: t(`edges.${reason.on}`),
          was: statusText(STATUS_OF_NODE[reason.was]),
        });
      case "condition":
        return t("reasons.condition", { from: nameOf(graph, reason.from), condition: reason.condition });
      case "expression":
        return t("reasons.expression", { field: reason.field, message: refusalText(reason, reason.message) });
      case "refused":
        return t("reasons.refused", { message: refusalText(reason, reason.message) });
      case "kept":
        return t("reasons.kept", { id: reason.task_id });
      case "deadline":
        return t(state.status === "success" ? "reasons.deadline_approved" : "reasons.deadline");
      case "nobody_decides":
        // Who may decide for those who are missing is asked instead.
        return state.may_decide ? null : t("reasons.nobody_decides");
      default:
        return t(`reasons.${reason.code}`);
    }
  };
}

/** Says what an approval waits for: the reader, those who may decide, or anybody. */
export function useDecidersText(): (node: WorkflowNode, state: Pick<NodeState, "may_decide">) => string {
  const t = useTranslations("workflow.approval");
  const roleNames: Record<string, string> = useMessages().project.role;
  const { memberNames } = useRun();
  return (node, { may_decide }) => {
    if (may_decide) return t("yours");
    if (node.kind !== "approval") return t("waitsAny");
    // Those who have left the project can't decide.
    const named = memberNames
      ? node.user_ids.flatMap((id) => memberNames.get(id) ?? [])
      : node.user_ids.map(() => t("named"));
    const who = new Set([...node.roles.map((role) => roleNames[role] ?? role), ...named]);
    return who.size === 0 ? t("waitsAny") : t("waits", { who: [...who].join(", ") });
  };
}
