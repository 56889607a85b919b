import { parseLines } from "@/components/log/line/line-hash";

/** The query parameter with the task whose log lies over the page. */
export const TASK_PARAM = "t";

/** Opens a task's log over the page, as a step to come back from. */
export function openTask(taskId: number): void {
  const url = withoutLine(new URL(window.location.href));
  const steps = url.searchParams.has(TASK_PARAM) ? stepsSinceOpened() : 0;
  url.searchParams.set(TASK_PARAM, String(taskId));
  if (url.href === window.location.href) return;
  window.history.pushState(steps === null ? null : { [STEPS]: steps + 1 }, "", url);
}

/**
 * Takes the task, and the line of its log pointed at, out of the address; all else stays. The steps that opened it are
 * taken back, or the next Back would lead to the page that is shown already.
 */
export function closeTask(): void {
  const steps = stepsSinceOpened();
  const url = withoutLine(new URL(window.location.href));
  url.searchParams.delete(TASK_PARAM);
  window.history.replaceState(null, "", url);
  if (steps) window.history.go(-steps);
}

/** In the state of an entry of the browser's history: how many entries ago no task was open. */
const STEPS = "taskSteps";

/** Null when the task came with the address. */
function stepsSinceOpened(): number | null {
  const steps: unknown = window.history.state?.[STEPS];
  return typeof steps === "number" ? steps : null;
}

function withoutLine(url: URL): URL {
  if (parseLines(url.hash)) url.hash = "";
  return url;
}

export const taskHref = (projectId: number, taskId: number): string => `/project/${projectId}/tasks/${taskId}`;
