import { answersOf, argumentsOf } from "@/components/task/task-inputs";
import { parseJsonObject } from "@/lib/protocol/json-object";
import type { Task } from "@/lib/queue/schema";
import { lacksBuild, mayApprove } from "@/lib/task/rules";
import { surveyKind } from "@/lib/template/rules";
import { appliesTo, asksForBuild, type LaunchField, launchMode, type StartRights } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

/** Values of the new-task dialog. */
export type NewTaskValues = {
  message: string;
  build_task_id: number | null;
  /** Runs exactly this commit; "": the newest of the branch. */
  commit_hash: string;
  /** In the order of the template's survey variables. */
  answers: { value: string }[];
  debug: boolean;
  dry_run: boolean;
  diff: boolean;
  plan: boolean;
  auto_approve: boolean;
  destroy: boolean;
  limit: string;
  tags: string;
  skip_tags: string;
  git_branch: string;
  inventory_id: number | null;
  environment_id: number | null;
  arguments: string[];
  /** The dialog has no field for these: a re-run keeps them. */
  playbook: string;
  skip_galaxy_install: boolean;
};

/** The task to run again. */
export type PreviousTask = Pick<
  Task,
  | "id"
  | "message"
  | "environment"
  | "debug"
  | "dry_run"
  | "diff"
  | "limit"
  | "arguments"
  | "git_branch"
  | "commit_hash"
  | "commit_message"
  | "playbook"
  | "build_task_id"
  | "incoming_version"
  | "inventory_id"
  | "environment_id"
  | "params"
>;

type Start = {
  template: Template;
  previous: PreviousTask | null;
  /** Suggested where there is no previous task. */
  inventoryId?: number | null;
  newestBuildId: number | null;
  mayManage: boolean;
};

/** The dialog's initial values: empty, or those of the previous task. Options that the user may not set are left out. */
export function startValues({ template, previous, inventoryId, newestBuildId, mayManage }: Start): NewTaskValues {
  const answers = new Map(previous ? answersOf(previous.environment) : []);
  const kept = <Value>(field: LaunchField, value: Value | null | undefined, none: Value): Value =>
    value && maySet(template, field, { mayManage }) ? value : none;
  const params = previous?.params;
  return {
    message: kept("message", previous?.message, ""),
    build_task_id: kept(
      "build_task_id",
      previous?.build_task_id,
      asksForBuild(template, { mayManage }) && !(previous && lacksBuild(previous)) ? newestBuildId : null,
    ),
    commit_hash: "",
    answers: (template.survey_vars ?? []).map(({ name, type }) => ({
      value: surveyKind(type) === "secret" ? "" : (answers.get(name) ?? ""),
    })),
    debug: kept("debug", previous?.debug, false),
    dry_run: kept("dry_run", previous?.dry_run, false),
    diff: kept("diff", previous?.diff, false),
    plan: kept("plan", params?.plan || previous?.dry_run, false),
    auto_approve: template.auto_approve || (mayApprove(template, { mayManage }) && params?.auto_approve === true),
    destroy: kept("destroy", params?.destroy, false),
    limit: kept("limit", previous?.limit, ""),
    tags: kept("tags", params?.tags, ""),
    skip_tags: kept("skip_tags", params?.skip_tags, ""),
    git_branch: kept("git_branch", previous?.git_branch, ""),
    inventory_id: kept(
      "inventory_id",
      previous ? previous.inventory_id : otherThan(template.inventory_id, inventoryId),
      null,
    ),
    environment_id: kept("environment_id", previous?.environment_id, null),
    arguments: maySet(template, "arguments", { mayManage }) ? argumentsOf(previous?.arguments ?? null) : [],
    playbook: (mayManage && previous?.playbook) || "",
    skip_galaxy_install: params?.skip_galaxy_install ?? false,
  };
}

/** The template under the rules of a re-run: if the task's build is gone, another one has to be chosen. */
export const rulesOfRerun = (template: Template, previous: PreviousTask | null): Template =>
  previous && lacksBuild(previous) && launchMode(template, "build_task_id", { mayManage: true }) === "allowed"
    ? { ...template, launch: { ...template.launch, build_task_id: "ask" } }
    : template;

const otherThan = <Value>(usual: Value, value: Value | undefined): Value | undefined =>
  value === usual ? undefined : value;

export const maySet = (template: Template, field: LaunchField, rights: StartRights): boolean =>
  appliesTo(field, template) && launchMode(template, field, rights) !== "fixed";

/** Whether the initial value of any of the fields differs from the template's default. */
export function differsFromDefaults(fields: Iterable<LaunchField>, start: Start): boolean {
  const { git_branch, inventory_id, environment_id } = start.template;
  const own: Partial<Record<LaunchField, unknown>> = { git_branch, inventory_id, environment_id };
  const first = startValues(start);
  const blank = startValues({ ...start, previous: null });
  const isDefault = (field: LaunchField) =>
    [blank[field], own[field]].some((value) => String(value) === String(first[field]));
  return [...fields].some((field) => !isDefault(field));
}

type Undeclared = Pick<Start, "template" | "mayManage"> & { previous: Pick<PreviousTask, "environment"> | null };

/** The previous task's variables that the template doesn't declare; a manager's re-run keeps them. */
export function undeclaredAnswers({ template, previous, mayManage }: Undeclared) {
  if (!previous || !mayManage) return {};
  const declared = new Set((template.survey_vars ?? []).map(({ name }) => name));
  const answers = Object.entries(parseJsonObject(previous.environment) ?? {});
  return Object.fromEntries(answers.filter(([name]) => !declared.has(name)));
}
