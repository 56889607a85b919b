import { answersOf, argumentsOf } from "@/components/task/task-inputs";
import type { Task } from "@/lib/protocol/task";
import { surveyKind } from "@/lib/template/rules";
import type { Template } from "@/lib/template/schema";

/** What the new-task dialog asks for. */
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
  arguments: string[];
};

/** The task that is run again. */
export type FormerTask = Pick<
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
  | "build_task_id"
  | "params"
>;

type Start = { template: Template; former: FormerTask | null; newestBuildId: number | null; mayManage: boolean };

/** What the dialog starts from: empty, or as the former task was. What one may not set stays out. */
export function startValues({ template, former, newestBuildId, mayManage }: Start): NewTaskValues {
  const answers = new Map(former ? answersOf(former.environment) : []);
  const managed = <Value>(value: Value | null | undefined, none: Value): Value => (mayManage && value ? value : none);
  return {
    message: former?.message ?? "",
    build_task_id: former?.build_task_id ?? newestBuildId,
    commit_hash: "",
    answers: (template.survey_vars ?? []).map(({ name, type }) => ({
      value: surveyKind(type) === "secret" ? "" : (answers.get(name) ?? ""),
    })),
    debug: former?.debug ?? false,
    dry_run: former?.dry_run ?? false,
    diff: former?.diff ?? false,
    plan: former?.params.plan ?? false,
    auto_approve: template.auto_approve || managed(former?.params.auto_approve, false),
    destroy: managed(former?.params.destroy, false),
    limit: managed(former?.limit, ""),
    tags: managed(former?.params.tags, ""),
    skip_tags: managed(former?.params.skip_tags, ""),
    git_branch: managed(former?.git_branch, ""),
    arguments: template.allow_override_args_in_task ? argumentsOf(former?.arguments ?? null) : [],
  };
}

/** Variables of the former task that the template does not declare; a manager's re-run keeps them. */
export function undeclaredAnswers({ template, former, mayManage }: Omit<Start, "newestBuildId">) {
  if (!former || !mayManage) return {};
  const declared = new Set((template.survey_vars ?? []).map(({ name }) => name));
  return Object.fromEntries(answersOf(former.environment).filter(([name]) => !declared.has(name)));
}
