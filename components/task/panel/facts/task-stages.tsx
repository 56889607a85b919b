import { ListFilter } from "lucide-react";
import { useTranslations } from "next-intl";
import { Duration } from "@/components/format/duration";
import type { LogFilter } from "@/components/log/fold/use-filter";
import { StatusSvg } from "@/components/status/status-svg";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskStagesProps = {
  task: Pick<TaskDetail, "stages" | "status" | "end">;
  filter: LogFilter | null;
  onJump: (line: number) => void;
  onFilter: (filter: LogFilter | null) => void;
};

/**
 * The stages of a task; a click jumps to their first line, or shows nothing else. A column next to the log, a row above
 * it on a phone.
 */
export function TaskStages({ task, filter, onJump, onFilter }: TaskStagesProps) {
  const t = useTranslations();
  if (task.stages.length === 0) return null;
  return (
    <nav aria-label={t("task.stages")}>
      <ol className="flex gap-1 max-md:overflow-x-auto md:flex-col md:gap-0.5">
        {task.stages.map((stage, index) => {
          const isOnly = filter?.kind === "stage" && filter.first === stage.first_line;
          return (
            <li key={`${stage.first_line} ${stage.name}`} className="group flex items-center max-md:shrink-0">
              <button
                type="button"
                title={stage.name}
                onClick={() => onJump(stage.first_line)}
                className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-accent"
              >
                <StatusSvg status={stageStatus(task, index)} size={10} />
                <span className="min-w-0 flex-1 truncate">{stage.name}</span>
                <Duration
                  start={stage.start}
                  end={stage.end ?? task.end}
                  style="clock"
                  className="text-muted-foreground text-xs"
                />
              </button>
              <IconButton
                label={t("log.only", { name: stage.name })}
                aria-pressed={isOnly}
                onClick={() => onFilter(isOnly ? null : stageFilter(task.stages, index))}
                className={cn("size-7", isOnly ? "bg-accent" : "md:not-group-hover:not-focus-visible:opacity-0")}
              >
                <ListFilter />
              </IconButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function stageFilter(stages: TaskDetail["stages"], index: number): LogFilter | null {
  const stage = stages[index];
  if (!stage) return null;
  const next = stages[index + 1];
  return { kind: "stage", name: stage.name, first: stage.first_line, last: next ? next.first_line - 1 : null };
}

/** A stage followed by another has succeeded; the last one has the task's own status. */
export function stageStatus({ stages, status }: Pick<TaskDetail, "stages" | "status">, index: number): TaskStatus {
  if (index < stages.length - 1) return "success";
  if (isFinal(status)) return status;
  return stages[index]?.end ? "success" : "running";
}
