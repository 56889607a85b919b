import { useRef, useState } from "react";
import type { LogFilter } from "@/components/log/fold/use-filter";
import type { LogViewHandle } from "@/components/log/log-view";
import { TaskFacts } from "@/components/task/panel/facts/task-facts";
import { TaskTabs } from "@/components/task/panel/tabs/task-tabs";
import { openLine } from "@/components/task/panel/tabs/use-task-tab";
import { TaskLog } from "@/components/task/panel/task-log";
import { TaskNotice } from "@/components/task/panel/task-notice";
import type { TaskActions } from "@/components/task/state/use-task-actions";
import { useTaskLog } from "@/components/task/state/use-task-log";
import type { TaskDetail } from "@/lib/task/schema";

type TaskBodyProps = { task: TaskDetail; actions: TaskActions; mayRun: boolean };

/**
 * The body of a task view: facts, notice, and tabs with the log and what else is known. It fills its parent; in a very low
 * window, as at 200 %, it scrolls, so that the tabs keep a height to work in.
 */
export function TaskBody({ task, actions, mayRun }: TaskBodyProps) {
  const store = useTaskLog(task);
  const log = useRef<LogViewHandle>(null);
  const [filter, setFilter] = useState<LogFilter | null>(null);
  const jump = (line: number) => (log.current ? log.current.jumpTo(line) : openLine(line));
  return (
    <div className="flex min-h-0 flex-1 flex-col [@media(max-height:32rem)]:overflow-y-auto">
      <TaskFacts task={task} />
      <TaskNotice {...{ task, actions, mayRun }} onJump={jump} status={actions.status} />
      <TaskTabs task={task} log={<TaskLog {...{ task, store, log, filter }} onFilter={setFilter} />} />
    </div>
  );
}
