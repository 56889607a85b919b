import type { z } from "zod";
import { PeerTaskWithTpl } from "@/lib/queue/schema/peer-task";
import { setFlags } from "@/lib/template/rules/launch-flags";
import { Template } from "@/lib/template/schema";
import { PeerTaskParams } from "@/lib/template/schema/task-params";

export const PeerTemplateOfList = Template.extend({
  task_params: PeerTaskParams.optional(),
  last_task: PeerTaskWithTpl.nullable(),
  current_task: PeerTaskWithTpl.nullable(),
});

/** Clients of the peer copy a template by posting all that they read of it; a copy must not share the original's state. */
export const PeerTemplate = PeerTemplateOfList.omit({ state_id: true });

/** They compare `task_params` with what they sent, and the peer leaves it out where nobody set any. */
export function asPeerTemplate(template: z.input<typeof Template>): z.input<typeof PeerTemplateOfList> {
  const { sent, ...set } = template.task_params;
  const task_params = { ...sent, ...set, ...setFlags(template.launch, sent) };
  const isSet = Object.values(task_params).some((value) => value !== undefined);
  return { ...template, task_params: isSet ? task_params : undefined };
}
