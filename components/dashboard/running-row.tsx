import { useTranslations } from "next-intl";
import { TaskName } from "@/components/dashboard/task-name";
import type { RowProps } from "@/components/dashboard/task-rows";
import { Duration } from "@/components/format/duration";
import { StatusSvg } from "@/components/status/status-svg";
import { StopButton } from "@/components/task/active/stop-button";
import { stageStatus } from "@/components/task/panel/facts/task-stages";
import { usePermission } from "@/components/task/use-permission";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";
import type { DashboardTask } from "@/lib/task/schema/dashboard";

/** A task at work, with its stages, or the nodes of a workflow, and a button to stop it. */
export function RunningRow({ task, projectName, refetch }: RowProps) {
  const mayRun = usePermission("runTasks");
  return (
    <div className="flex min-h-11 items-center gap-2.5 px-4 py-1">
      <StatusSvg status={task.status} reason={task.reason} />
      <div className="min-w-0 flex-1">
        <TaskName task={task} projectName={projectName} />
        <Progress task={task} />
      </div>
      <Duration start={task.start} end={null} style="clock" className="text-muted-foreground text-xs" />
      {mayRun && <StopButton task={{ ...task, task_id: task.id }} onAsked={refetch} />}
    </div>
  );
}

/** A plan that waits here is another person's to confirm. */
function Progress({ task }: { task: DashboardTask }) {
  const t = useTranslations("status");
  if (task.status === "waiting_confirmation")
    return <p className="truncate text-muted-foreground text-xs">{t("waiting_confirmation")}</p>;
  return task.nodes ? <Nodes {...task.nodes} /> : <Stages task={task} />;
}

/** How far a workflow is. */
function Nodes({ done, all }: NonNullable<DashboardTask["nodes"]>) {
  const t = useTranslations("dashboard");
  return (
    <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-muted">
        <span className="block h-full bg-running" style={{ width: `${(100 * done) / all}%` }} />
      </span>
      <span className="truncate tabular-nums">{t("nodes", { done, all })}</span>
    </span>
  );
}

/** A bar for each stage, and the name of the current one. */
function Stages({ task }: { task: DashboardTask }) {
  const current = task.stages.at(-1);
  if (!current) return null;
  return (
    <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
      <span className="flex gap-0.5">
        {task.stages.map((stage, index) => (
          <Hint key={`${stage.first_line} ${stage.name}`} text={stage.name}>
            <span
              className={cn(
                "h-1.5 w-4 rounded-full",
                stageStatus(task, index) === "success" ? "bg-success" : "animate-pulse bg-running",
              )}
            />
          </Hint>
        ))}
      </span>
      <span className="truncate">{current.name}</span>
    </span>
  );
}
