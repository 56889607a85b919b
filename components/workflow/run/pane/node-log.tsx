import { Expand } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { api } from "@/components/api-client";
import { useApiResult } from "@/components/form/use-api-result";
import type { LogFilter } from "@/components/log/fold/use-filter";
import type { LogViewHandle } from "@/components/log/log-view";
import { taskHref } from "@/components/task/open-task";
import { TaskOutputs } from "@/components/task/panel/facts/task-outputs";
import { StopButton } from "@/components/task/panel/task-buttons";
import { TaskLog } from "@/components/task/panel/task-log";
import { TaskNotice } from "@/components/task/panel/task-notice";
import { TaskPending } from "@/components/task/panel/task-pending";
import { useTask } from "@/components/task/state/use-task";
import { useTaskLog } from "@/components/task/state/use-task-log";
import { useTaskRequests } from "@/components/task/state/use-task-requests";
import { TaskChip } from "@/components/task/task-chip";
import { TaskLink } from "@/components/task/task-link";
import { usePermission } from "@/components/task/use-permission";
import { IconButton } from "@/components/ui/icon-button";
import { InnerRun } from "@/components/workflow/run/pane/inner-run";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { TaskDetail } from "@/lib/task/schema";

/** The log of a node's task beside the graph, with what can be done about it. */
export function NodeLog({ projectId, taskId }: { projectId: number; taskId: number }) {
  const { view, refetch } = useTask(projectId, taskId);
  if (view.state !== "loaded") return <TaskPending view={view} retry={refetch} />;
  return <ShownLog task={view.task} refetch={refetch} />;
}

/** By the API: the screens above this one have the server actions. */
function useTaskCalls({ id: taskId, project_id: projectId }: TaskDetail) {
  const resultOf = useApiResult();
  const params = { projectId, taskId };
  return {
    stop: (body: { force: boolean }) => resultOf(api("POST /project/:projectId/tasks/:taskId/stop", { params, body })),
    confirm: (plan_checksum?: string) =>
      resultOf(api("POST /project/:projectId/tasks/:taskId/confirm", { params, body: { plan_checksum } })),
  };
}

function ShownLog({ task, refetch }: { task: TaskDetail; refetch: () => void }) {
  const t = useTranslations("task");
  const actions = useTaskRequests(task, useTaskCalls(task), refetch);
  const mayRun = usePermission("runTasks");
  const store = useTaskLog(task);
  const log = useRef<LogViewHandle>(null);
  const [filter, setFilter] = useState<LogFilter | null>(null);
  const { id, project_id } = task;
  return (
    <div className="flex min-h-0 flex-1 flex-col border-border border-t">
      <div className="flex min-h-10 items-center gap-2 px-3 text-sm">
        <TaskLink projectId={project_id} taskId={id} />
        <TaskChip task={task} status={actions.status} />
        <div className="ml-auto flex items-center gap-1.5">
          {mayRun && <StopButton status={task.status} actions={actions} />}
          <IconButton label={t("fullPage")} asChild>
            <Link href={taskHref(project_id, id)} prefetch={false}>
              <Expand />
            </Link>
          </IconButton>
        </div>
      </div>
      <div className="px-3 pb-1 empty:hidden">
        <TaskOutputs projectId={project_id} state={task.state} outputs={task.outputs} />
      </div>
      <TaskNotice {...{ task, actions, mayRun }} status={actions.status} onJump={(line) => log.current?.jumpTo(line)} />
      {task.tpl_app === WORKFLOW_APP ? (
        <InnerRun task={task} />
      ) : (
        <TaskLog narrow {...{ task, store, log, filter }} onFilter={setFilter} />
      )}
    </div>
  );
}
