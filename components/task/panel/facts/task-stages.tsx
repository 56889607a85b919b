import { useTranslations } from "next-intl";
import { Duration } from "@/components/format/duration";
import { StatusSvg } from "@/components/status/status-svg";
import { isFinal, type TaskStatus } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskStagesProps = { task: Pick<TaskDetail, "stages" | "status" | "end">; onJump: (line: number) => void };

/** The stages of a task; a click jumps to their first line. A column next to the log, a row above it on a phone. */
export function TaskStages({ task, onJump }: TaskStagesProps) {
  const t = useTranslations("task");
  if (task.stages.length === 0) return null;
  return (
    <nav aria-label={t("stages")}>
      <ol className="flex gap-1 max-md:overflow-x-auto md:flex-col md:gap-0.5">
        {task.stages.map((stage, index) => (
          <li key={`${stage.first_line} ${stage.name}`} className="max-md:shrink-0">
            <button
              type="button"
              title={stage.name}
              onClick={() => onJump(stage.first_line)}
              className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-accent"
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
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A stage followed by another has succeeded; the last one has the task's own status. */
export function stageStatus({ stages, status }: Pick<TaskDetail, "stages" | "status">, index: number): TaskStatus {
  if (index < stages.length - 1) return "success";
  if (isFinal(status)) return status;
  return stages[index]?.end ? "success" : "running";
}
