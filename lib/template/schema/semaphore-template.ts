import type { z } from "zod";
import { SemaphoreTaskWithTpl } from "@/lib/queue/schema/semaphore-task";
import { setFlags } from "@/lib/template/rules/launch-flags";
import { Template } from "@/lib/template/schema";
import { SemaphoreTaskParams } from "@/lib/template/schema/task-params";

export const SemaphoreTemplateOfList = Template.extend({
  task_params: SemaphoreTaskParams.optional(),
  last_task: SemaphoreTaskWithTpl.nullable(),
  current_task: SemaphoreTaskWithTpl.nullable(),
});

/** Clients of Semaphore copy a template by posting all that they read of it; a copy must not share the original's state. */
export const SemaphoreTemplate = SemaphoreTemplateOfList.omit({ state_id: true });

/** They compare `task_params` with what they sent, and Semaphore leaves it out where nobody set any. */
export function asSemaphoreTemplate(template: z.input<typeof Template>): z.input<typeof SemaphoreTemplateOfList> {
  const { sent, ...set } = template.task_params;
  const task_params = { ...sent, ...set, ...setFlags(template.launch, sent) };
  const isSet = Object.values(task_params).some((value) => value !== undefined);
  return { ...template, task_params: isSet ? task_params : undefined };
}
