import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { templates } from "@/db/schema/templates";
import { AppError, type Issue } from "@/lib/operation/errors";
import type { Trigger } from "@/lib/task/start/new-task";
import type { TaskRow } from "@/lib/task/transition";
import { surveyKind } from "@/lib/template/rules";

/**
 * A task loses its secret answers when it ends. Of those in use, the ones that it had must be given again for another
 * run, even if blank. `had`: null in tasks of versions that did not note it.
 */
export function checkGivenAgain(used: ReadonlySet<string>, had: readonly string[] | null, given: object): void {
  const missing = [...used].filter((name) => (had?.includes(name) ?? true) && !Object.hasOwn(given, name));
  const issues = missing.map((name): Issue => ({ path: `secret.${name}`, key: "variableRequired" }));
  if (issues.length > 0) throw new AppError("invalid", { issues });
}

/** Names of the secret answers that a task may be given: of the survey, and whatever else those who manage gave it. */
export async function secretsToGive(tx: Db, task: TaskRow, { mayManage }: Trigger): Promise<Set<string>> {
  const { survey_vars } = templates;
  const [template] = await tx.select({ survey_vars }).from(templates).where(eq(templates.id, task.template_id));
  const declared = (template?.survey_vars ?? []).filter(({ type }) => surveyKind(type) === "secret");
  const others = mayManage ? (task.snapshot.secret_answers ?? []) : [];
  return new Set([...declared.map(({ name }) => name), ...others]);
}
