import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import type { LogFilter } from "@/components/log/fold/use-filter";
import type { LogStore } from "@/components/log/log-store";
import { LogView, type LogViewHandle } from "@/components/log/log-view";
import { CopyLogButton } from "@/components/task/panel/copy-log-button";
import { TaskHosts } from "@/components/task/panel/facts/task-hosts";
import { TaskStages } from "@/components/task/panel/facts/task-stages";
import { useLingering } from "@/components/task/state/use-lingering";
import { findHostLines, findLines, findSections } from "@/components/task/state/use-task-log";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { isFinal } from "@/lib/protocol/status";
import type { TaskDetail } from "@/lib/task/schema";

type TaskLogProps = {
  task: TaskDetail;
  store: LogStore;
  log: RefObject<LogViewHandle | null>;
  filter: LogFilter | null;
  onFilter: (filter: LogFilter | null) => void;
  /** Without stages and hosts at its side. */
  narrow?: boolean;
  /** Tells it from another log on the screen. */
  name?: string;
};

/** A task's log, with its stages and hosts. It fills its parent. */
export function TaskLog({ task, store, log, filter, onFilter, narrow = false, name }: TaskLogProps) {
  const live = useLingering(!isFinal(task.status));
  const jump = (line: number) => log.current?.jumpTo(line);
  const hosts = task.hosts ?? [];
  const isAsideEmpty = task.stages.length === 0 && hosts.length === 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      {/* Rendered before the first stage exists, otherwise the log would shift when it appears. */}
      {!narrow && !(isAsideEmpty && isFinal(task.status)) && (
        <aside
          className={cn(
            "flex shrink-0 flex-col gap-3 border-border p-2 max-md:border-b md:w-56 md:overflow-y-auto md:border-r print:hidden",
            isAsideEmpty && "max-md:hidden",
          )}
        >
          <TaskStages {...{ task, filter, onFilter }} onJump={jump} />
          {hosts.length > 0 && <TaskHosts {...{ hosts, filter, onFilter }} />}
        </aside>
      )}
      <div className="min-h-0 min-w-0 flex-1">
        <LogView
          ref={log}
          name={name}
          store={store}
          live={live}
          failed={task.status === "error"}
          find={(query, place, signal) => findLines(task, query, place, signal)}
          sections={{
            find: (from, signal) => findSections(task, from, signal),
            findHost: (host, from, signal) => findHostLines(task, host, from, signal),
            stages: task.stages,
            end: task.end,
          }}
          filter={filter}
          onFilter={onFilter}
          toolbarEnd={(selected) => (
            <>
              <CopyLogButton task={task} total={store.total} selected={selected} />
              <RawLogLink task={task} />
            </>
          )}
        />
      </div>
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
