import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { templates } from "@/db/schema/templates";
import { HookTask } from "@/lib/integration/schema";
import type { IntegrationRow } from "@/lib/integration/store";
import { invalid } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { NewTaskInput } from "@/lib/task/schema";
import { createTask } from "@/lib/task/start/create";
import { fullQueues } from "@/lib/task/start/queue-limit";
import type { TaskRow } from "@/lib/task/transition";
import { surveyKind } from "@/lib/template/rules";

/**
 * Starts a task of the integration's template with the extracted values as answers; `replayedBy` is responsible
 * for it. Throws with the reason if it cannot.
 */
export async function startHookTask(
  db: Db,
  integration: IntegrationRow,
  values: Record<string, string>,
  replayedBy?: number,
): Promise<TaskRow> {
  const { project_id, template_id } = integration;
  if (template_id === null) throw invalid("template_id", "templateRequired");
  const full = await fullQueues(db, "webhooks", [{ projectId: project_id, templateId: template_id }]);
  if (full.has(template_id)) throw invalid("template_id", "queueFull");
  const input = hookTaskInput(template_id, parse(HookTask, integration.task_params ?? {}), values);
  const trigger = { integrationId: integration.id, mayManage: true, responsibleId: replayedBy ?? null };
  return createTask(db, project_id, input, trigger);
}

export function hookTaskInput(templateId: number, task: HookTask, values: Record<string, string>): NewTaskInput {
  const { plan, auto_approve, destroy, tags, skip_tags, environment, params, ...fields } = task;
  return parse(NewTaskInput, {
    ...fields,
    template_id: templateId,
    environment: JSON.stringify({ ...parseJsonObject(environment ?? "{}"), ...values }),
    params: { plan, auto_approve, destroy, tags, skip_tags, ...params },
  });
}

/** Variables whose answers are secret, so they stay out of the inbox. */
export async function secretVariables(db: Db, templateId: number | null): Promise<Set<string>> {
  const [template] = await db
    .select({ variables: templates.survey_vars })
    .from(templates)
    .where(eq(templates.id, templateId ?? 0));
  const secret = template?.variables.filter(({ type }) => surveyKind(type) === "secret") ?? [];
  return new Set(secret.map(({ name }) => name));
}
