import { useState } from "react";
import { api } from "@/components/api-client";
import { useMeanwhile } from "@/components/live/use-meanwhile";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { patchTask } from "@/components/task/table/task-row";
import { withRecent, withTask } from "@/components/template/list/template-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isAtWork, isFinal } from "@/lib/protocol/status";
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

  const { note, fetchAnd } = useMeanwhile<TaskUpdate>();
  const refetch = useRefetch(async (signal) => {
    setTemplates(await fetchAnd(() => load(signal), patchRows));
  });

  async function adopt({ project_id, task_id, template_id }: TaskUpdate) {
    const params = { projectId: project_id, taskId: task_id };
    const task = await fetchAnd(() => api("GET /project/:projectId/tasks/:taskId", { params }), patchTask);
    setTemplates((current) =>
      current.map((template) => (template.id === template_id ? withTask(template, task) : template)),
    );
  }

  function take(update: TaskUpdate) {
    note(update);
    const template = templates.find(({ id }) => id === update.template_id);
    if (!template) return;
    setTemplates((current) => patchRows(current, update));
    if (isFinal(update.status) && mayChange(template, update)) refetch();
    else if (mayBeShown(template, update)) void adopt(update).catch(refetch);
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

const patchRows = (templates: ListedTemplate[], update: TaskUpdate): ListedTemplate[] =>
  templates.map((row) => (row.id === update.template_id ? patchLast(withRecent(row, update), update) : row));

function patchLast(template: ListedTemplate, update: TaskUpdate): ListedTemplate {
  const last = template.last_task;
  return last?.id === update.task_id ? { ...template, last_task: patchTask(last, update) } : template;
}
