"use client";

import { useState } from "react";
import { z } from "zod";
import { apiGet } from "@/components/api-client";
import { useRefetch } from "@/components/live/use-refetch";
import { useTaskUpdates } from "@/components/live/use-task-updates";
import { patchTask } from "@/components/task/table/task-row";
import type { TaskUpdate } from "@/lib/protocol/socket";
import { TaskDetail } from "@/lib/task/schema";
import { Template } from "@/lib/template/schema";

/** Templates whose last task is always the last one, as it is now. `path`: of the list in the API. */
export function useLiveTemplates(initial: Template[], path: string): Template[] {
  const [given, setGiven] = useState(initial);
  const [templates, setTemplates] = useState(initial);
  if (given !== initial) {
    setGiven(initial);
    setTemplates(initial);
  }

  const refetch = useRefetch(async (signal) => {
    setTemplates(await apiGet(path, z.array(Template), signal));
  });

  async function adopt({ project_id, task_id, template_id }: TaskUpdate) {
    const task = await apiGet(`/api/project/${project_id}/tasks/${task_id}`, TaskDetail);
    setTemplates((current) =>
      current.map((template) => {
        const older = template.id === template_id && (template.last_task?.id ?? 0) <= task_id;
        return older ? { ...template, last_task: task, last_task_id: task_id } : template;
      }),
    );
  }

  function take(update: TaskUpdate) {
    const template = templates.find(({ id }) => id === update.template_id);
    if (!template) return;
    if (update.task_id > (template.last_task?.id ?? 0)) return void adopt(update).catch(refetch);
    setTemplates((current) => current.map((one) => patchLast(one, update)));
  }

  useTaskUpdates(take, refetch);
  return templates;
}

function patchLast(template: Template, update: TaskUpdate): Template {
  const last = template.last_task;
  return last?.id === update.task_id ? { ...template, last_task: patchTask(last, update) } : template;
}
