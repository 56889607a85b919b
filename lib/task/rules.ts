import { AppError, type ErrorKey, type Issue } from "@/lib/operation/errors";
import { plansFirst } from "@/lib/protocol/app";
import { isClosedToStarters } from "@/lib/protocol/variable-names";
import type { NewTaskInput } from "@/lib/task/schema";
import { surveyKind } from "@/lib/template/rules";

export type SurveyVar = {
  name: string;
  title: string;
  required: boolean;
  type: string;
  values: { name: string; value: string }[] | null;
};

/** What of a template decides which answers and overrides a task may bring. */
export type TaskRules = {
  app: string;
  type: string;
  survey_vars: SurveyVar[];
  allow_override_args_in_task: boolean;
  auto_approve: boolean;
};

export type Answers = { plain: Record<string, unknown>; secret: Record<string, string> };

/** Checks the survey answers; secret ones are moved to `secret` wherever they were sent. Throws naming each bad field. */
export function checkAnswers(rules: TaskRules, input: NewTaskInput, mayPassAnyVariable: boolean): Answers {
  const answers: Answers = { plain: {}, secret: {} };
  const issues: Issue[] = [];
  const declared = new Map(rules.survey_vars.map((variable) => [variable.name, variable]));
  for (const [field, sent] of [
    ["environment", input.environment],
    ["secret", input.secret],
  ] as const) {
    for (const [name, value] of Object.entries(sent)) {
      const variable = declared.get(name);
      const secret = field === "secret" || (variable && surveyKind(variable.type) === "secret");
      const problem = variable ? problemWith(variable, value) : mayPassAnyVariable ? null : "variableUndeclared";
      if (problem) issues.push({ path: `${field}.${name}`, key: problem });
      // A script finds secrets in its environment, under their own names.
      else if (secret && isClosedToStarters(name))
        issues.push({ path: `${field}.${name}`, key: "variableNameReserved" });
      else if (secret) answers.secret[name] = textOf(value);
      else answers.plain[name] = value;
    }
  }
  for (const { name, required } of rules.survey_vars) {
    if (required && isBlank(input.environment[name]) && isBlank(input.secret[name]))
      issues.push({ path: `environment.${name}`, key: "variableRequired" });
  }
  if (issues.length > 0) throw new AppError("invalid", { issues });
  return answers;
}

/** Also used by the new-task dialog, so that both say the same. */
export function problemWith(
  variable: Pick<SurveyVar, "type" | "values" | "required">,
  value: unknown,
): ErrorKey | null {
  if (isBlank(value)) return null;
  const kind = surveyKind(variable.type);
  if (kind === "int" && !/^\d+$/.test(textOf(value))) return "digitsOnly";
  if (kind === "enum" && !variable.values?.some((option) => option.value === textOf(value))) return "notAnOption";
  return null;
}

const isBlank = (value: unknown) => value === undefined || value === null || value === "";
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Refuses what the template or the caller's role does not allow; empty values are no override. */
export function checkOverrides(rules: TaskRules, input: NewTaskInput, mayManage: boolean): void {
  const issues: Issue[] = [];
  const refuse = (path: string, present: boolean, key: ErrorKey) => {
    if (present) issues.push({ path, key });
  };
  refuse("arguments", input.arguments !== null && !rules.allow_override_args_in_task, "overrideNotAllowed");
  refuse(
    "params.auto_approve",
    input.params.auto_approve === true && !rules.auto_approve && !mayManage,
    "overrideNotAllowed",
  );
  if (!mayManage) {
    refuse("playbook", input.playbook !== "", "overrideNotAllowed");
    refuse("inventory_id", input.inventory_id !== null, "overrideNotAllowed");
    refuse("git_branch", input.git_branch !== "", "overrideNotAllowed");
    refuse("commit_hash", input.commit_hash !== "", "overrideNotAllowed");
    refuse("limit", input.limit !== "", "overrideNotAllowed");
    refuse("params.destroy", input.params.destroy === true, "overrideNotAllowed");
    refuse("params.tags", Boolean(input.params.tags), "overrideNotAllowed");
    refuse("params.skip_tags", Boolean(input.params.skip_tags), "overrideNotAllowed");
  }
  refuse("build_task_id", rules.type === "deploy" && input.build_task_id === null, "buildVersionRequired");
  refuse("params.plan", input.params.plan === true && !plansFirst(rules.app), "notForThisApp");
  if (issues.length > 0) throw new AppError("invalid", { issues });
}
