import type { TaskStart } from "@/components/task/start/load-start";
import { type PreviousTask, startValues, undeclaredAnswers } from "@/components/task/start/new-task-values";
import { lacksBuild } from "@/lib/task/rules";
import { surveyKind } from "@/lib/template/rules";
import { LAUNCH_FIELDS, type StartRights } from "@/lib/template/rules/launch";

type Start = Pick<TaskStart, "template" | "builds">;

const OPEN = Object.fromEntries(LAUNCH_FIELDS.map((field) => [field, "allowed" as const]));

/** The dialog's values for running the task again. */
export const repeatedValues = ({ template, builds }: Start, previous: PreviousTask, { mayManage }: StartRights) =>
  startValues({ template, previous, newestBuildId: builds[0]?.id ?? null, mayManage });

/**
 * Whether a task can be run again unseen. Not if an answer may be secret, since those are not kept; if the task destroys
 * or its template always asks; if the build that it deployed is gone; or if the caller may not set an option or answer
 * that it had: without it, it would do something else.
 */
export function isRepeatable({ template, builds }: Start, previous: PreviousTask, rights: StartRights): boolean {
  const isSecret = template.survey_vars?.some(({ type }) => surveyKind(type) === "secret");
  const isKept =
    rights.mayManage || Object.keys(undeclaredAnswers({ template, previous, mayManage: true })).length === 0;
  if (template.always_ask || previous.params?.destroy || lacksBuild(previous) || isSecret || !isKept) return false;
  const wanted = repeatedValues({ template: { ...template, launch: OPEN }, builds }, previous, { mayManage: true });
  return JSON.stringify(wanted) === JSON.stringify(repeatedValues({ template, builds }, previous, rights));
}
