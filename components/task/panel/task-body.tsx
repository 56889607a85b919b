import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { LogFilter } from "@/components/log/fold/use-filter";
import { LogView, type LogViewHandle } from "@/components/log/log-view";
import { CopyLogButton } from "@/components/task/panel/copy-log-button";
import { TaskFacts } from "@/components/task/panel/facts/task-facts";
import { TaskHosts } from "@/components/task/panel/facts/task-hosts";
import { TaskStages } from "@/components/task/panel/facts/task-stages";
import { TaskTabs } from "@/components/task/panel/tabs/task-tabs";
import { openLine } from "@/components/task/panel/tabs/use-task-tab";
import { TaskNotice } from "@/components/task/panel/task-notice";
import { useLingering } from "@/components/task/state/use-lingering";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { findHostLines, findLines, findSections, useTaskLog } from "@/components/task/state/use-task-log";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskBodyProps = { task: TaskDetail; actions: TaskActions; mayRun: boolean };

/** The body of a task view: facts, notice, and tabs with the log and what else is known. It fills its parent. */
export function TaskBody({ task, actions, mayRun }: TaskBodyProps) {
  const store = useTaskLog(task);
  const live = useLingering(!isFinal(task.status));
  const log = useRef<LogViewHandle>(null);
  const [filter, setFilter] = useState<LogFilter | null>(null);
  const jump = (line: number) => (log.current ? log.current.jumpTo(line) : openLine(line));
  const hosts = task.hosts ?? [];
  const isAsideEmpty = task.stages.length === 0 && hosts.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TaskFacts task={task} />
      <TaskNotice {...{ task, actions, mayRun }} onJump={jump} status={actions.status} />
      <TaskTabs
        task={task}
        log={
          <div className="flex min-h-0 flex-1 flex-col md:flex-row">
            {/* Rendered before the first stage exists, otherwise the log would shift when it appears. */}
            {!(isAsideEmpty && isFinal(task.status)) && (
              <aside
                className={cn(
                  "flex shrink-0 flex-col gap-3 border-border p-2 max-md:border-b md:w-56 md:overflow-y-auto md:border-r",
                  isAsideEmpty && "max-md:hidden",
                )}
              >
                <TaskStages {...{ task, filter }} onJump={jump} onFilter={setFilter} />
                {hosts.length > 0 && <TaskHosts {...{ hosts, filter }} onFilter={setFilter} />}
              </aside>
            )}
            <div className="min-h-0 min-w-0 flex-1">
              <LogView
                ref={log}
                store={store}
                live={live}
                failed={task.status === "error"}
                find={(query, place, signal) => findLines(task, query, place, signal)}
                sections={{
                  find: (from, signal) => findSections(task, from, signal),
                  findHost: (host, from, signal) => findHostLines(task, host, from, signal),
                  ...{ stages: task.stages, end: task.end },
                }}
                filter={filter}
                onFilter={setFilter}
                toolbarEnd={(selected) => (
                  <>
                    <CopyLogButton task={task} total={store.total} selected={selected} />
                    <RawLogLink task={task} />
                  </>
                )}
              />
            </div>
          </div>
        }
      />
    </div>
  );
}

/** A link to the whole log as a plain text file. */
function RawLogLink({ task }: { task: { id: number; project_id: number } }) {
  const t = useTranslations("task");
  return (
    <IconButton label={t("rawLog")} asChild>
      <a href={`/api/project/${task.project_id}/tasks/${task.id}/raw_output`} download={`task-${task.id}.log`}>
        <Download />
      </a>
    </IconButton>
  );
}
