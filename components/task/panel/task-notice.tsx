import { useTranslations } from "next-intl";
import { ranNothing } from "@/components/status/status-shape";
import { StatusSvg } from "@/components/status/status-svg";
import { PlanNumbers } from "@/components/task/panel/facts/plan-numbers";
import { countsOf } from "@/components/task/panel/facts/plan-signs";
import { FailureNotice } from "@/components/task/panel/failure-notice";
import { PlanDecision } from "@/components/task/panel/plan-decision";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { useWaitingText } from "@/components/task/state/use-waiting-text";
import { cn } from "@/components/ui/cn";
import { STATE_GRACE_SECONDS } from "@/lib/protocol/state";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskNoticeProps = {
  task: TaskDetail;
  status: TaskStatus;
  actions: TaskActions;
  mayRun: boolean;
  /** Shows a line of the log. */
  onJump: (line: number) => void;
};

/** The most important information: why the task waits, what to decide, or how it ended. */
export function TaskNotice({ task, status, actions, mayRun, onJump }: TaskNoticeProps) {
  if (status === "waiting_confirmation") return <PlanDecision {...{ task, actions, mayRun }} />;
  if (status === "waiting") return <WaitingNotice task={task} />;
  if (status === "error") return <FailureNotice task={task} onJump={onJump} />;
  if (status === "stopping" && task.state) return <SavingNotice />;
  return isFinal(status) ? <EndNotice task={task} /> : null;
}

const stripClasses = "flex flex-wrap items-center gap-x-2 gap-y-1 border-border border-b px-3 py-1.5 text-sm sm:px-4";

function WaitingNotice({ task }: { task: TaskDetail }) {
  const text = useWaitingText()(task.waiting_for);
  return (
    <p role="status" className={cn(stripClasses, "bg-waiting-soft text-waiting-text")}>
      <StatusSvg status="waiting" size={12} />
      <span className="inline-block first-letter:uppercase">{text}</span>
    </p>
  );
}

/** Why a stop takes a moment. */
function SavingNotice() {
  const t = useTranslations("task");
  return (
    <p role="status" className={cn(stripClasses, "bg-waiting-soft text-waiting-text")}>
      <StatusSvg status="stopping" size={12} />
      {t("saving", { seconds: STATE_GRACE_SECONDS })}
    </p>
  );
}

const ENDS = {
  success: "bg-success-soft text-success-text",
  stopped: "bg-waiting-soft text-waiting-text",
  nothing: "bg-amber-soft text-amber-text",
};

function EndNotice({ task }: { task: TaskDetail }) {
  const t = useTranslations();
  const { status, reason, plan, stopped_by_name: stopper } = task;
  if (status !== "success" && status !== "stopped") return null;
  const stoppedBy = reason === "stopped_by_user" && stopper ? t("task.ended.stoppedBy", { name: stopper }) : null;
  const why = stoppedBy ?? (reason && t(`reasons.${reason}`));
  // The chip says the rest.
  if (!why && !plan) return null;
  const end = ranNothing(status, reason) ? "nothing" : status;
  const applied = !why && plan && isApplied(task) ? t("task.ended.applied", countsOf(plan)) : null;
  return (
    <div role="status" className={cn(stripClasses, ENDS[end])}>
      <StatusSvg status={status} reason={reason} size={12} />
      <span className="min-w-0 flex-1">{why ?? applied ?? t("task.tabs.plan")}</span>
      {plan && !applied && <PlanNumbers plan={plan} className="ml-auto text-xs" />}
    </div>
  );
}

/** By the names that the runner gives its stages. */
const APPLY_STAGES = ["apply", "up", "destroy"];

const isApplied = ({ status, stages }: TaskDetail): boolean =>
  status === "success" && stages.some(({ name }) => APPLY_STAGES.includes(name));
