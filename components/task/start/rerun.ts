import { api } from "@/components/api-client";
import { loadStart } from "@/components/task/start/load-start";
import { newTaskSchema } from "@/components/task/start/new-task-schema";
import { undeclaredAnswers } from "@/components/task/start/new-task-values";
import { isRepeatable, repeatedValues } from "@/components/task/start/repeatable";
import type { ActionResult } from "@/lib/operation/result";
import type { Task } from "@/lib/queue/schema";
import { createTask } from "@/lib/task/actions";
import type { StartRights } from "@/lib/template/rules/launch";

type Place = { projectId: number; taskId: number };

/** A task with what the start dialog needs to run it again. */
export const loadPrevious = ({ projectId, taskId }: Place) =>
  api("GET /project/:projectId/tasks/:taskId", { params: { projectId, taskId } });

/**
 * Runs a task again with the same options. Null: someone has to look at them first, since an answer is secret, the
 * task destroys, its build is gone, the template always asks, or the caller may not set an option that the task had.
 */
export async function rerun(place: Place, rights: StartRights): Promise<ActionResult<Task> | null> {
  const { projectId } = place;
  const previous = await loadPrevious(place);
  const start = await loadStart(projectId, previous.template_id, rights);
  if (!isRepeatable(start, previous, rights)) return null;
  const undeclared = undeclaredAnswers({ ...start, previous, ...rights });
  const body = newTaskSchema(start.template, undeclared, rights).safeParse(repeatedValues(start, previous, rights));
  return body.success ? createTask({ projectId }, { ...body.data, drift_check: previous.drift_check }) : null;
}
