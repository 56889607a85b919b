import type { TaskStart } from "@/components/task/start/load-start";
import type { NewTaskValues, PreviousTask } from "@/components/task/start/new-task-values";
import { maySet, startValues, undeclaredAnswers } from "@/components/task/start/new-task-values";
import { parseJsonObject } from "@/lib/protocol/json-object";
import type { Schedule, ScheduledTask } from "@/lib/schedule/schema";
import type { NewTaskBody } from "@/lib/task/schema";
import { surveyKind } from "@/lib/template/rules";

/** The form's data for its task: the template under a schedule's rules, and the stored task. */
export type TaskFormSource = { start: TaskStart; previous: PreviousTask | null };

/**
 * Adapts the task form to schedules: the build may be chosen at run time, and a stored secret kept. `stored` replaces the
 * help of such a variable.
 */
export function taskFormSource(start: TaskStart, item: Schedule | null, stored: string): TaskFormSource {
  const task = item?.template_id === start.template.id ? item.task_params : null;
  const kept = new Set(task?.secret_names);
  const survey_vars = (start.template.survey_vars ?? []).map((variable) =>
    surveyKind(variable.type) === "secret" && kept.has(variable.name)
      ? { ...variable, required: false, description: stored }
      : variable,
  );
  const template = { ...start.template, type: "" as const, survey_vars };
  return { start: { ...start, template, builds: [] }, previous: task && previousTaskOf(task, start.template) };
}

const previousTaskOf = (task: ScheduledTask, template: TaskStart["template"]): PreviousTask => ({
  ...task,
  id: 0,
  commit_message: "",
  incoming_version: null,
  build_task_id: maySet(template, "build_task_id", { mayManage: true }) ? task.build_task_id : null,
});

/** Unlike a rerun, a schedule keeps its commit, and its build, for which the form has no field. */
export const valuesOf = ({ start, previous }: TaskFormSource): NewTaskValues => ({
  ...startValues({ template: start.template, previous, newestBuildId: null, mayManage: true }),
  build_task_id: previous?.build_task_id ?? null,
  commit_hash: previous?.commit_hash ?? "",
});

/** The task with the stored variables that the template doesn't declare, for which the form has no field. */
export function withUndeclared(task: NewTaskBody, start: TaskStart, stored: Schedule | null): NewTaskBody {
  const previous = stored?.template_id === start.template.id ? stored.task_params : null;
  const undeclared = undeclaredAnswers({ template: start.template, previous, mayManage: true });
  return { ...task, environment: JSON.stringify({ ...undeclared, ...parseJsonObject(task.environment ?? "") }) };
}

/** Until a template is selected. */
export const BLANK_TASK: NewTaskValues = {
  message: "",
  build_task_id: null,
  commit_hash: "",
  answers: [],
  limit: "",
  tags: "",
  skip_tags: "",
  debug: false,
  dry_run: false,
  diff: false,
  plan: false,
  auto_approve: false,
  destroy: false,
  git_branch: "",
  inventory_id: null,
  environment_id: null,
  arguments: [],
  playbook: "",
  skip_galaxy_install: false,
};
