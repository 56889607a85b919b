import type { Db } from "@/db/client";
import { type Evaluation, evaluate } from "@/lib/integration/delivery/evaluate";
import { secretVariables, startHookTask } from "@/lib/integration/delivery/hook-task";
import { HIDDEN } from "@/lib/integration/delivery/inbox";
import { listMatchers, listValues } from "@/lib/integration/parts";
import { type Hook, isSecretHeader } from "@/lib/integration/rules";
import type { Delivery, DeliveryVerdict, ExtractValue } from "@/lib/integration/schema";
import type { IntegrationRow } from "@/lib/integration/store";
import { issuesOf, toAppError } from "@/lib/operation/errors";
import { type RefusalIssue, storableIssues } from "@/lib/protocol/refusal";
import { beginning, storable } from "@/lib/protocol/storable";
import { log } from "@/lib/settings/log";
import type { TaskRow } from "@/lib/task/transition";

export type Decision = Pick<Delivery, "outcome" | "reason" | "detail" | "issues"> & {
  verdict: DeliveryVerdict;
  task: TaskRow | null;
};

const SHOWN = 1000;

/** As it came, or as it was stored: `secretHeaders` are not shown, `replayedBy` started it again. */
type Subject = Hook & { secretHeaders?: readonly string[]; replayedBy?: number };

/** Starts the task of an authenticated request if its matchers match. Throws only if a retry may succeed. */
export async function decide(tx: Db, integration: IntegrationRow, hook: Subject): Promise<Decision> {
  const matchers = await listMatchers(tx, integration.project_id, integration.id);
  const values = await listValues(tx, integration.project_id, integration.id);
  const isSecret = (header: string) => isSecretHeader(header, hook.secretHeaders);
  const evaluation = evaluate(hook, matchers, values, isSecret);
  const secretValues = values.filter(({ value_source, key }) => value_source === "header" && isSecret(key));
  const verdict = await verdictOf(tx, integration, evaluation, secretValues);
  const { refusal } = evaluation;
  if (refusal) return { ...refusal, issues: null, verdict, task: null };
  return { ...(await start(tx, integration, evaluation.values, hook.replayedBy)), verdict };
}

export const decisionColumns = ({ task, ...columns }: Decision) => ({ ...columns, task_id: task?.id ?? null });

async function start(
  tx: Db,
  integration: IntegrationRow,
  values: Record<string, string>,
  replayedBy: number | undefined,
): Promise<Omit<Decision, "verdict">> {
  try {
    const task = await tx.transaction((savepoint) => startHookTask(savepoint, integration, values, replayedBy));
    return { outcome: "started", reason: null, detail: "", issues: null, task };
  } catch (error) {
    const refusal = toAppError(error);
    if (refusal.code === "unavailable") throw error;
    const refused = { detail: "", issues: storableIssues(issuesOf(refusal)).map(withoutReference), task: null };
    if (refusal.code !== "internal") return { outcome: "refused", reason: "task_refused", ...refused };
    log.error({ err: error, integration: integration.id }, "integration cannot start its task");
    return { outcome: "failed", reason: "broken", ...refused };
  }
}

/** People read it, who know a template or build by another name than the API's. */
const withoutReference = (issue: RefusalIssue): RefusalIssue =>
  /^\w+_id$/.test(issue.path) ? { ...issue, path: "" } : issue;

/** The visible part of a verdict: without answers to secret variables and secret headers. */
async function verdictOf(
  tx: Db,
  integration: IntegrationRow,
  evaluation: Evaluation,
  secretValues: ExtractValue[],
): Promise<DeliveryVerdict> {
  const hidden = await secretVariables(tx, integration.template_id);
  for (const { variable } of secretValues) hidden.add(variable);
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
