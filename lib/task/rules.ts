import { checkProblem } from "@/lib/drift/rules";
import { taskVariableProblem } from "@/lib/environment/rules";
import { AppError, type ErrorKey, type Issue } from "@/lib/operation/errors";
import { plansFirst } from "@/lib/protocol/app";
import { isLostName, ownValue } from "@/lib/protocol/json-object";
import type { TaskStatus } from "@/lib/protocol/status";
import { isRestrictedVariable } from "@/lib/protocol/variable-names";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import type { NewTaskInput } from "@/lib/task/schema";
import { type SurveyVar, surveyKind } from "@/lib/template/rules";
import { isBlank, problemWith, textOf } from "@/lib/template/rules/answers";
import {
  cannotHonour,
  LAUNCH_FIELDS,
  type Launch,
  type LaunchField,
  launchMode,
  type StartRights,
} from "@/lib/template/rules/launch";

/** The template fields that determine which answers and overrides a task may have. */
export type TaskRules = {
  app: string;
  type: string;
  survey_vars: SurveyVar[];
  launch: Launch;
  auto_approve: boolean;
  task_params: { allow_auto_approve?: boolean | undefined } & { [Field in OwnFilter]?: string[] | undefined };
};

/** What Semaphore's later releases copy from the template into every task that they start. */
type OwnFilter = "limit" | "tags" | "skip_tags";

type RunKind = {
  status: TaskStatus;
  drift_check: boolean;
  dry_run: boolean;
  params: { plan?: boolean | undefined; destroy?: boolean | undefined };
};

/** Whether a later deploy can take it, as `DEPLOYABLE` in SQL: a check or a plan has left nothing behind. */
export const isDeployable = ({ status, drift_check, dry_run, params }: RunKind): boolean =>
  status === "success" && !(drift_check || dry_run || params.plan || params.destroy);

/** Whether the build that it deployed is gone; by naming none, another run would take the newest instead. */
export const lacksBuild = (task: { build_task_id: number | null; incoming_version: string | null }): boolean =>
  task.build_task_id === null && task.incoming_version !== null;

export type Answers = { plain: Record<string, unknown>; secret: Record<string, string> };

/**
 * Checks the survey answers; secret ones are moved to `secret` wherever they were sent. A blank one leaves its variable as it
 * is, but a workflow's, which has no other value, is blank to its expressions. Throws naming each invalid field.
 */
export function checkAnswers(rules: TaskRules, input: NewTaskInput, { mayManage }: StartRights): Answers {
  const plain = new Map<string, unknown>();
  const secrets = new Map<string, string>();
  const issues: Issue[] = [];
  const declared = new Map(rules.survey_vars.map((variable) => [variable.name, variable]));
  for (const [field, sent] of [
    ["environment", input.environment],
    ["secret", input.secret],
  ] as const) {
    for (const [name, value] of Object.entries(sent)) {
      const variable = declared.get(name);
      if (variable && isBlank(value) && rules.app !== WORKFLOW_APP) continue;
      const secret = field === "secret" || (variable && surveyKind(variable.type) === "secret");
      const unfit = variable ? problemWith(variable, value) : mayManage ? null : "variableUndeclared";
      // Scripts get secrets as environment variables of the same name.
      const problem = unfit ?? (secret ? secretNameProblem(name, variable !== undefined) : plainNameProblem(name));
      if (problem) issues.push({ path: `${field}.${name}`, key: problem });
      else if (secret) secrets.set(name, textOf(value));
      else plain.set(name, variable ? plainAnswer(variable, value) : value);
    }
  }
  for (const name of missingAnswers(rules.survey_vars, input))
    issues.push({ path: `environment.${name}`, key: "variableRequired" });
  if (issues.length > 0) throw new AppError("invalid", { issues });
  return { plain: Object.fromEntries(plain), secret: Object.fromEntries(secrets) };
}

/** Names of required variables without an answer. */
export const missingAnswers = (
  variables: readonly Pick<SurveyVar, "name" | "required">[],
  { environment, secret }: { environment: Record<string, unknown>; secret: Record<string, unknown> },
): string[] =>
  variables
    .filter(({ name, required }) => required && isBlank(ownValue(environment, name)) && isBlank(ownValue(secret, name)))
    .map(({ name }) => name);

/** A declared name was validated with the template, except against names that answers may not set. */
const secretNameProblem = (name: string, declared: boolean) =>
  declared && !isRestrictedVariable(name) ? null : taskVariableProblem(name);

const plainNameProblem = (name: string) => (isLostName(name) ? "variableNameReserved" : null);

/** Clients send every answer as text. */
export const plainAnswer = ({ type }: SurveyVar, value: unknown): unknown =>
  surveyKind(type) === "int" && !isBlank(value) ? Number(value) : value;

/** `ranCommit`: an earlier task of the template ran the commit, so that anyone may run it again. */
type Rights = StartRights & { ranCommit?: boolean };

/** Rejects what the template or the caller's role does not allow; empty values are not overrides. */
export function checkOverrides(rules: TaskRules, input: NewTaskInput, rights: Rights): void {
  const { mayManage, ranCommit = false } = rights;
  const issues: Issue[] = launchIssues(rules, input, rights);
  const refuse = (path: string, present: boolean, key: ErrorKey) => {
    if (present) issues.push({ path, key });
  };
  refuse("params.auto_approve", input.params.auto_approve === true && !mayApprove(rules, rights), "managersOnly");
  const uncheckable = input.drift_check ? checkProblem(rules) : null;
  if (uncheckable) issues.push({ path: "drift_check", key: uncheckable });
  refuse("params.destroy", input.drift_check && input.params.destroy === true, "checkDestroys");
  refuse("playbook", input.playbook !== "" && !mayManage, "managersOnly");
  refuse("commit_hash", input.commit_hash !== "" && !mayManage && !ranCommit, "managersOnly");
  if (issues.length > 0) throw new AppError("invalid", { issues });
}

/** Whether a task may apply without confirmation. */
export const mayApprove = (
  { auto_approve, task_params }: Pick<TaskRules, "auto_approve" | "task_params">,
  { mayManage }: StartRights,
) => mayManage || auto_approve || task_params.allow_auto_approve === true;

/** Issues with the fields that the template controls. */
function launchIssues(rules: TaskRules, input: NewTaskInput, rights: StartRights): Issue[] {
  const sent = sentFields(rules, input);
  return LAUNCH_FIELDS.filter((field) => sent[field]).flatMap((field): Issue[] => {
    const path = IN_PARAMS.has(field) ? `params.${field}` : field;
    if (cannotHonour(field, rules)) return [{ path, key: "notForThisApp" }];
    if (launchMode(rules, field, rights) !== "fixed") return [];
    const isForManagers = launchMode(rules, field, { mayManage: true }) !== "fixed";
    return [{ path, key: isForManagers ? "managersOnly" : "fixedByTemplate" }];
  });
}

const IN_PARAMS: ReadonlySet<LaunchField> = new Set(["tags", "skip_tags", "plan", "destroy"]);

/** Which fields have a value that is not the template's own. For applications that plan first, a dry run is a plan. */
function sentFields({ app, task_params }: TaskRules, input: NewTaskInput): Record<LaunchField, boolean> {
  const { params } = input;
  const planning = plansFirst(app);
  const isOther = (field: OwnFilter, value = "") => value !== "" && value !== (task_params[field]?.join(",") ?? "");
  return {
    message: input.message !== "",
    build_task_id: input.build_task_id !== null,
    git_branch: input.git_branch !== "",
    inventory_id: input.inventory_id !== null,
    environment_id: input.environment_id !== null,
    limit: isOther("limit", input.limit),
    tags: isOther("tags", params.tags),
    skip_tags: isOther("skip_tags", params.skip_tags),
    arguments: input.arguments !== null,
    debug: input.debug,
    dry_run: input.dry_run && !planning,
    diff: input.diff,
    plan: params.plan === true || (input.dry_run && planning),
    destroy: params.destroy === true,
  };
}
