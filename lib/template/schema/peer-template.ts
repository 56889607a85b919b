import type { z } from "zod";
import { PeerTaskWithTpl } from "@/lib/queue/schema/peer-task";
import { setFlags } from "@/lib/template/rules/launch-flags";
import { Template } from "@/lib/template/schema";

export const PeerTemplateOfList = Template.extend({
  task_params: Template.shape.task_params.optional(),
  last_task: PeerTaskWithTpl.nullable(),
  current_task: PeerTaskWithTpl.nullable(),
});

/** Clients of the peer copy a template by posting all that they read of it; a copy must not share the original's state. */
export const PeerTemplate = PeerTemplateOfList.omit({ state_id: true });

/** They compare `task_params` with what they sent, and the peer leaves it out where nobody set any. */
export function asPeerTemplate(template: z.input<typeof Template>): z.input<typeof PeerTemplateOfList> {
  const task_params = { ...template.task_params, ...setFlags(template.launch) };
  const isSet = Object.values(task_params).some((value) => value !== undefined);
  return { ...template, task_params: isSet ? task_params : undefined };
}
