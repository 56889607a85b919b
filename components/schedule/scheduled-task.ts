import type { TaskStart } from "@/components/task/start/load-start";
import type { FormerTask, NewTaskValues } from "@/components/task/start/new-task-values";
import { startValues } from "@/components/task/start/new-task-values";
import type { ScheduledTask, ScheduleWithTpl } from "@/lib/schedule/schema";
import { surveyKind } from "@/lib/template/rules";

/** What the form needs to ask for a task: the template by the rules of a schedule, and the task stored with it. */
export type TaskToPlan = { start: TaskStart; former: FormerTask | null };

/**
 * A schedule may leave the build to the time of the run, and a stored secret as it is. `stored` tells so in the place of
 * the variable's own help.
 */
export function taskToPlan(start: TaskStart, item: ScheduleWithTpl | null, stored: string): TaskToPlan {
  const task = item?.template_id === start.template.id ? item.task_params : null;
  const kept = new Set(task?.secret_names);
  const survey_vars = (start.template.survey_vars ?? []).map((variable) =>
    surveyKind(variable.type) === "secret" && kept.has(variable.name)
      ? { ...variable, required: false, description: stored }
      : variable,
  );
  const template = { ...start.template, type: "" as const, survey_vars };
  return { start: { ...start, template, builds: [] }, former: task && formerOf(task) };
}

const formerOf = (task: ScheduledTask): FormerTask => ({ ...task, id: 0, commit_message: null });

export const valuesOf = ({ start, former }: TaskToPlan): NewTaskValues =>
  startValues({ template: start.template, former, newestBuildId: null, mayManage: true });

/** Until a template is chosen. */
export const BLANK_TASK: NewTaskValues = {
  ...{ message: "", build_task_id: null, commit_hash: "", answers: [], limit: "", tags: "", skip_tags: "" },
  ...{ debug: false, dry_run: false, diff: false, plan: false, auto_approve: false, destroy: false },
  ...{ git_branch: "", inventory_id: null, environment_id: null, arguments: [] },
};
