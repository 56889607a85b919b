import type { Db } from "@/db/client";
import { type Evaluation, evaluate } from "@/lib/integration/delivery/evaluate";
import { secretVariables, startHookTask } from "@/lib/integration/delivery/hook-task";
import { HIDDEN } from "@/lib/integration/delivery/inbox";
import { type Hook, isSecretHeader } from "@/lib/integration/rules";
import type { Delivery, DeliveryVerdict, ExtractValue, Matcher } from "@/lib/integration/schema";
import type { IntegrationRow } from "@/lib/integration/store";
import { toAppError } from "@/lib/operation/errors";
import { apiText } from "@/lib/operation/http/api-texts";
import { beginning, storable } from "@/lib/protocol/storable";
import { log } from "@/lib/settings/log";
import type { TaskRow } from "@/lib/task/transition";

type Parts = { matchers: Matcher[]; values: ExtractValue[] };

export type Decision = Pick<Delivery, "outcome" | "reason" | "detail"> & {
  verdict: DeliveryVerdict;
  task: TaskRow | null;
};

const SHOWN = 1000;

/** Starts the task of an authenticated request if its matchers match. Throws only if a retry may succeed. */
export async function decide(tx: Db, integration: IntegrationRow, hook: Hook, parts: Parts): Promise<Decision> {
  const evaluation = evaluate(hook, parts.matchers, parts.values);
  const verdict = await verdictOf(tx, integration, evaluation, parts.values);
  const { refusal } = evaluation;
  if (refusal) return { ...refusal, verdict, task: null };
  return { ...(await start(tx, integration, evaluation.values)), verdict };
}

export const decisionColumns = ({ task, ...columns }: Decision) => ({ ...columns, task_id: task?.id ?? null });

async function start(tx: Db, integration: IntegrationRow, values: Record<string, string>) {
  try {
    const task = await tx.transaction((savepoint) => startHookTask(savepoint, integration, values));
    return { outcome: "started" as const, reason: null, detail: "", task };
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.code === "unavailable") throw error;
    const detail = apiText(refusal) ?? "";
    if (refusal.code !== "internal") return { outcome: "refused" as const, reason: "task_refused", detail, task: null };
    log.error({ err: error, integration: integration.id }, "integration cannot start its task");
    return { outcome: "failed" as const, reason: "broken", detail, task: null };
  }
}

/** The visible part of a verdict: without answers to secret variables and secret headers. */
async function verdictOf(
  tx: Db,
  integration: IntegrationRow,
  evaluation: Evaluation,
  parts: ExtractValue[],
): Promise<DeliveryVerdict> {
  const hidden = await secretVariables(tx, integration.template_id);
  for (const { value_source, key, variable } of parts) {
    if (value_source === "header" && isSecretHeader(key)) hidden.add(variable);
  }
  const values = Object.entries(evaluation.values).map(([variable, text]) => [
    variable,
    hidden.has(variable) ? HIDDEN : storable(beginning(text, SHOWN)),
  ]);
  return {
    auth: { method: integration.auth_method, ok: true },
    matchers: evaluation.matchers,
    values: Object.fromEntries(values),
  };
}
