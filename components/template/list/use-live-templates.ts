import { useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { patchTask } from "@/components/task/table/task-row";
import { isAtWork, withRecent, withTask } from "@/components/template/list/template-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";
import type { ListedTemplate } from "@/lib/template/schema/listed";

/** Templates with the task that is at work, or their newest. `load` fetches the list. */
export function useLiveTemplates(
  initial: ListedTemplate[],
  load: (signal: AbortSignal) => Promise<ListedTemplate[]>,
): ListedTemplate[] {
  const [given, setGiven] = useState(initial);
  const [templates, setTemplates] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setTemplates(initial);
  }

  const refetch = useRefetch(async (signal) => {
    setTemplates(await load(signal));
  });

  async function adopt({ project_id, task_id, template_id }: TaskUpdate) {
    const task = await api("GET /project/:projectId/tasks/:taskId", {
      params: { projectId: project_id, taskId: task_id },
    });
    setTemplates((current) =>
      current.map((template) => (template.id === template_id ? withTask(template, task) : template)),
    );
  }

  function take(update: TaskUpdate) {
    setTemplates((current) =>
      current.map((template) => (template.id === update.template_id ? withRecent(template, update) : template)),
    );
    const template = templates.find(({ id }) => id === update.template_id);
    if (!template) return;
    if (isFinal(update.status) && mayChange(template, update)) return refetch();
    if (mayBeShown(template, update)) return void adopt(update).catch(refetch);
    setTemplates((current) => current.map((one) => patchLast(one, update)));
  }

  useTaskUpdates(take, refetch);
  return templates;
}

/** A newer task, or an older one that has left the queue. */
const mayBeShown = ({ last_task: shown }: ListedTemplate, { task_id, status }: TaskUpdate): boolean =>
  !shown || task_id > shown.id || (task_id < shown.id && shown.status === "waiting" && isAtWork(status));

/**
 * Whether a task's end changes more of the row: what is known about drift changes with the end of a check and of a run
 * after one, and after the end of the shown task, the one that waits behind it is shown.
 */
const mayChange = ({ drift, last_task, behind }: ListedTemplate, update: TaskUpdate): boolean =>
  Boolean(drift || last_task?.drift_check || (behind && last_task?.id === update.task_id));

function patchLast(template: ListedTemplate, update: TaskUpdate): ListedTemplate {
  const last = template.last_task;
  return last?.id === update.task_id ? { ...template, last_task: patchTask(last, update) } : template;
}
