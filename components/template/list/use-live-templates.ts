import { useState } from "react";
import { api } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { patchTask } from "@/components/task/table/task-row";
import type { TemplateRow } from "@/components/template/list/template-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { isFinal } from "@/lib/protocol/status";

/** Templates with their current last task. `load` fetches the list. */
export function useLiveTemplates(
  initial: TemplateRow[],
  load: (signal: AbortSignal) => Promise<TemplateRow[]>,
): TemplateRow[] {
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
      current.map((template) => {
        const older = template.id === template_id && (template.last_task?.id ?? 0) <= task_id;
        return older ? { ...template, last_task: task } : template;
      }),
    );
  }

  function take(update: TaskUpdate) {
    const template = templates.find(({ id }) => id === update.template_id);
    if (!template) return;
    // What is known about drift changes with the end of a check, and of a run after one.
    if (isFinal(update.status) && (template.drift || template.last_task?.drift_check)) return refetch();
    if (update.task_id > (template.last_task?.id ?? 0)) return void adopt(update).catch(refetch);
    setTemplates((current) => current.map((one) => patchLast(one, update)));
  }

  useTaskUpdates(take, refetch);
  return templates;
}

function patchLast(template: TemplateRow, update: TaskUpdate): TemplateRow {
  const last = template.last_task;
  return last?.id === update.task_id ? { ...template, last_task: patchTask(last, update) } : template;
}
