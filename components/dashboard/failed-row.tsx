import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { TaskName } from "@/components/dashboard/task-name";
import type { RowProps } from "@/components/dashboard/task-rows";
import { Time } from "@/components/format/time";
import { StatusSvg } from "@/components/status/status-svg";
import { openTask, taskHref } from "@/components/task/open-task";
import { prepareRerun, useRerun } from "@/components/task/start/rerun-button";
import { usePermission } from "@/components/task/use-permission";
import { typeKey } from "@/components/template/type-icon";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";

/** A failed task with the first line of its error, or the failed nodes of a workflow. */
export function FailedRow({ task, projectName }: RowProps) {
  const mayRun = usePermission("runTasks");
  const { reason } = task;
  const line = lineOf(task);
  const text = useFailure(task, line);
  return (
    <div className="flex min-h-11 items-center gap-2.5 px-4 py-1">
      <StatusSvg status="error" reason={reason} />
      <div className="min-w-0 flex-1">
        <TaskName task={task} projectName={projectName} />
        <p title={text} className={cn("truncate text-error-text text-xs", line && "font-mono")}>
          {text}
        </p>
      </div>
      <Time value={task.end} className="text-muted-foreground text-xs max-sm:hidden" />
      {mayRun && <RerunFailed task={task} across={projectName !== undefined} />}
    </div>
  );
}

/** The log's words; what a program writes last may be anything if tests failed. */
const lineOf = ({ error, cause }: RowProps["task"]) => (cause === "tests_failed" ? null : error);

/** The log's words, or else what is known without them. */
function useFailure({ cause, subject, reason }: RowProps["task"], line: string | null): string {
  const t = useTranslations();
  if (line) return line;
  if (cause) return t(`task.failure.causes.${cause}`, { subject: subject || "…" });
  return t(reason ? `reasons.${reason}` : "task.ended.error");
}

function RerunFailed({ task, across }: { task: RowProps["task"]; across: boolean }) {
  const t = useTranslations();
  const router = useRouter();
  const show = (id: number) => (across ? router.push(taskHref(task.project_id, id)) : openTask(id));
  const { starting, again, dialog } = useRerun(task, show);
  return (
    <>
      <IconButton
        label={`${task.drift_check ? t("drift.check") : t(`task.again.${typeKey(task.tpl_type)}`)} #${task.id}`}
        data-run={task.drift_check ? undefined : "row"}
        loading={starting}
        onPointerEnter={prepareRerun}
        onClick={again}
      >
        <RotateCw />
      </IconButton>
      {dialog}
    </>
  );
}
