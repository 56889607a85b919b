import type { TaskSnapshot } from "@/db/schema/task-snapshot";
import type { tasks } from "@/db/schema/tasks";
import { fitsApp } from "@/lib/inventory/rules";
import { invalid } from "@/lib/operation/errors";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { stateKindOf, workspaceOf } from "@/lib/state/rules/workspace";
import { type Answers, checkAnswers, checkOverrides, type TaskRules } from "@/lib/task/rules";
import { type NewTaskInput, sentText } from "@/lib/task/schema";
import { checkPaths, normalizeArguments } from "@/lib/task/start/arguments";
import { buildOf, incomingVersion } from "@/lib/task/start/build";
import type { Facts } from "@/lib/task/start/facts";
import type { NewTask, TemplateRow, Trigger } from "@/lib/task/start/new-task";
import { takeSnapshot } from "@/lib/task/start/snapshot";
import { nextVersion } from "@/lib/task/start/version";
import type { NewRun } from "@/lib/task/workflow/new-runs";
import { type SurveyVar, surveyKind } from "@/lib/template/rules";
import { isBlank } from "@/lib/template/rules/answers";
import { MAX_DEPTH } from "@/lib/workflow/schema";

/** A task as it will stand in the table, its secret answers in plaintext, and the address it was started from. */
export type Decided = {
  values: typeof tasks.$inferInsert;
  secret: Record<string, string>;
  ip: string;
  /** What a run of a workflow follows; null for any other task. */
  run: NewRun | null;
};

/**
 * Fixes everything about a task that starts; a version it takes is gone for those after it. Throws naming what is wrong.
 * `isBusy`: another task of its template is unfinished.
 */
export function decide(facts: Facts, task: NewTask, isBusy: boolean): Decided {
  const { projectId, input: sent, trigger, parent } = task;
  const template = facts.templates.get(sent.template_id);
  if (template?.project_id !== projectId) throw invalid("template_id", "templateNotFound");
  const holder = facts.deadlocks.get(task);
  if (holder !== undefined) throw invalid("template_id", "workflowWaitsForItself", { task: `#${holder}` });
  const normalized = normalizeArguments(template.app, sent);
  const chosen = trigger.autorun || trigger.repeats ? { ...normalized, build_task_id: null } : normalized;
  checkOverrides(template, chosen, { mayManage: trigger.mayManage, ranCommit: facts.ranCommits.has(task) });
  const input = { ...normalized, build_task_id: buildOf(facts.builds, template, task) };
  const answers = checkAnswers(rulesOf(template, task), input, trigger);
  checkPaths(template.app, input);
  const run = runOf(template, task);
  const parts = takeSnapshot(facts.parts, template, input);
  if (parts.inventory && !fitsApp(parts.inventory.type, template.app))
    throw invalid("inventory_id", "inventoryOtherKind");
  const snapshot = {
    ...parts,
    answers: answers.plain,
    secret_answers: secretsOf(answers, task),
    ...(input.commit_hash !== "" && trigger.scheduleId === undefined && { commit_chosen: true as const }),
    ...(trigger.failedTests && { failed_tests: trigger.failedTests }),
  };
  const values = {
    ...columnsOf(input, trigger),
    ...(parent && { parent_task_id: parent.taskId, node_key: parent.key, node_item: parent.item }),
    ...(run && (template.allow_parallel_tasks || !isBusy) && { status: "running" as const }),
    ...stateOf(template, snapshot),
    project_id: projectId,
    environment: textOf(sent.environment, answers),
    incoming_version: incomingVersion(facts.builds, template, input.build_task_id),
    snapshot,
  };
  const version = template.type === "build" ? takeVersion(facts, template) : null;
  return { values: { ...values, version }, secret: answers.secret, ip: trigger.ip ?? "", run };
}

function runOf({ app, graph }: TemplateRow, { parent, resumed }: NewTask): NewRun | null {
  if (app !== WORKFLOW_APP) return null;
  const depth = parent?.depth ?? 0;
  if (depth > MAX_DEPTH) throw invalid("template_id", "workflowTooDeep");
  return {
    graph: resumed?.graph ?? graph ?? { nodes: [], edges: [] },
    depth,
    originId: resumed?.originId ?? null,
    settled: resumed?.settled ?? [],
    items: resumed?.items ?? [],
  };
}

/** What a resumed run keeps needs no secret answers again. */
function rulesOf(template: TemplateRow, { resumed }: NewTask): TaskRules {
  if (!resumed) return template;
  const isNeeded = ({ name, type }: SurveyVar) => surveyKind(type) !== "secret" || resumed.secrets.used.has(name);
  const variables = template.survey_vars.map((one) => ({ ...one, required: one.required && isNeeded(one) }));
  return { ...template, survey_vars: variables };
}

/** Names of the secret answers that the task has, or that the run it resumes had. */
function secretsOf({ secret }: Answers, { input, resumed }: NewTask): string[] {
  const had = resumed?.secrets.had.filter((name) => !Object.hasOwn(input.secret, name)) ?? [];
  const given = Object.entries(secret).flatMap(([name, text]) => (text === "" ? [] : name));
  return [...new Set([...given, ...had])];
}

/** As it was sent, unless that holds secrets. The task itself is given the answers in the types of their variables. */
function textOf(sent: NewTaskInput["environment"], { plain }: Answers): string {
  if (Object.entries(sent).every(([name, value]) => Object.hasOwn(plain, name) || isBlank(value)))
    return sentText(sent);
  return Object.keys(plain).length > 0 ? JSON.stringify(plain) : "";
}

/** What the task works on, also while the template is changed. */
function stateOf(
  { app, stack, state_id }: TemplateRow,
  { inventory, environment, further_environments }: TaskSnapshot,
) {
  if (!stateKindOf(app)) return {};
  const env = [environment, ...(further_environments ?? [])].map((one) => one?.env ?? null);
  const source = { app, stack, inventory: inventory?.inventory ?? null, env };
  return { state_id, workspace: workspaceOf(source) };
}

const FIRST_VERSION = "0.0.0";

function takeVersion({ versions }: Facts, { id, start_version }: TemplateRow): string {
  const version = nextVersion(start_version?.trim() || FIRST_VERSION, versions.get(id) ?? null);
  versions.set(id, version);
  return version;
}

const columnsOf = (input: NewTaskInput, trigger: Trigger) => ({
  template_id: input.template_id,
  user_id: trigger.userId ?? null,
  responsible_id: trigger.responsibleId ?? trigger.userId ?? null,
  integration_id: trigger.integrationId ?? null,
  schedule_id: trigger.scheduleId ?? null,
  build_task_id: input.build_task_id,
  autorun: trigger.autorun ?? false,
  message: input.message,
  debug: input.debug,
  dry_run: input.dry_run,
  diff: input.diff,
  playbook: input.playbook,
  limit: input.limit,
  arguments: input.arguments?.length ? JSON.stringify(input.arguments) : null,
  git_branch: input.git_branch || null,
  commit_hash: input.commit_hash || null,
  inventory_id: input.inventory_id,
  environment_id: input.environment_id,
  drift_check: input.drift_check,
  params: input.params,
});
