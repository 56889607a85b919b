import { useTranslations } from "next-intl";
import { Duration } from "@/components/format/duration";
import { Time } from "@/components/format/time";
import { cn } from "@/components/ui/cn";
import { progressOf, type ShownStatus } from "@/components/workflow/run/run-state";
import { NodeStatusSvg, NodeStatusText, useStatusText } from "@/components/workflow/run/status-mark";
import type { NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import { hasEnded } from "@/lib/workflow/rules/decide";
import type { WorkflowNode } from "@/lib/workflow/schema";

/** How long a node took, or has been at it; nothing before it begins. */
export function NodeDuration({ state, className }: { state: NodeState; className?: string }) {
  if (!state.start || state.status === "skipped") return null;
  return (
    <Duration start={state.start} end={state.end} style="clock" className={cn("text-muted-foreground", className)} />
  );
}

/** Status and progress of a node, in a line. */
export function NodeProgress({ state, status }: { state: NodeState; status: ShownStatus }) {
  const t = useTranslations("workflow.run");
  const statusText = useStatusText();
  const progress = progressOf(state);
  if (!progress || status === "skipped") return <NodeStatusText status={status} reason={state.task?.reason} />;
  const { done, failed, total } = progress;
  return (
    <>
      <NodeStatusSvg status={status} size={12} />
      <span className="sr-only">{statusText(status)}</span>
      <span className="relative h-1 min-w-6 flex-1 overflow-hidden rounded-full bg-input" aria-hidden="true">
        <span
          className="absolute inset-y-0 left-0 bg-success"
          style={{ width: `${(100 * (done - failed)) / total}%` }}
        />
        <span
          className="absolute inset-y-0 bg-error"
          style={{ left: `${(100 * (done - failed)) / total}%`, width: `${(100 * failed) / total}%` }}
        />
      </span>
      <span className="whitespace-nowrap text-muted-foreground tabular-nums">{t("items", { done, total })}</span>
    </>
  );
}

/** When a wait ends, an approval is decided by itself, or a failed task is tried again; nothing otherwise. */
export function NodeUntil({ state, onDeadline }: { state: NodeState; onDeadline?: "approve" | "reject" }) {
  const t = useTranslations("workflow");
  if (!state.until) return null;
  const isWait = !onDeadline && state.status === "waiting";
  const time = () => <Time value={state.until} clockFirst={isWait} />;
  if (onDeadline) return t.rich(onDeadline === "approve" ? "approval.approvesAt" : "approval.rejectsAt", { time });
  return t.rich(isWait ? "run.until" : "run.retryAt", { time });
}

type HintProps = { node: WorkflowNode; state: NodeState; template: WorkflowRun["templates"][number] | undefined };

/** Why the items of a matrix run one after the other, although the node wants more of them at once. */
export function MatrixHint({ node, state, template }: HintProps) {
  const t = useTranslations("workflow.run");
  const isWanted = node.kind === "template" && node.matrix !== null && node.matrix.parallel !== 1;
  if (!isWanted || !template || template.allow_parallel_tasks || hasEnded(state.status)) return null;
  return <p className="text-amber-text">{t("oneAtATime")}</p>;
}

/** Who decided about a node, and how; and the note. */
export function Decision({ state, className }: { state: NodeState; className?: string }) {
  const t = useTranslations("workflow.approval");
  if (!state.decided_by) return null;
  const name = state.decided_by;
  return (
    <span className={cn("wrap-anywhere block", className)}>
      {t(decisionOf(state), { name })}
      {state.note && <q className="block text-muted-foreground italic">{state.note}</q>}
    </span>
  );
}

function decisionOf({ status, reason }: NodeState): "approved" | "rejected" | "markedDone" | "skipped" {
  if (reason?.code === "marked_done") return "markedDone";
  if (status === "skipped") return "skipped";
  return status === "success" ? "approved" : "rejected";
}
