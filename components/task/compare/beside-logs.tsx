import { useRef, useState } from "react";
import { api } from "@/components/api-client";
import type { LogFilter } from "@/components/log/fold/use-filter";
import type { LogViewHandle } from "@/components/log/log-view";
import { ResultPanel } from "@/components/task/panel/tabs/result-panel";
import { TaskLog } from "@/components/task/panel/task-log";
import { useStoredLog } from "@/components/task/state/use-task-log";
import type { TaskDetail } from "@/lib/task/schema";

type BesideLogsProps = { task: TaskDetail; other: number };

/** The logs of two runs next to each other, or one above the other; each is searched and scrolled on its own. */
export function BesideLogs({ task, other }: BesideLogsProps) {
  const params = { projectId: task.project_id, taskId: other };
  return (
    <div className="grid h-[75dvh] gap-3 max-md:grid-rows-2 md:grid-cols-2">
      <ResultPanel taskId={other} load={(signal) => api("GET /project/:projectId/tasks/:taskId", { params, signal })}>
        {(loaded) => <OneLog task={loaded} />}
      </ResultPanel>
      <OneLog task={task} />
    </div>
  );
}

function OneLog({ task }: { task: TaskDetail }) {
  const store = useStoredLog(task);
  const log = useRef<LogViewHandle>(null);
  const [filter, onFilter] = useState<LogFilter | null>(null);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-md border border-border">
      <h3 className="border-border border-b px-3 py-1.5 font-medium text-xs tabular-nums">#{task.id}</h3>
      <TaskLog {...{ task, store, log, filter, onFilter }} narrow name={`#${task.id}`} />
    </div>
  );
}
