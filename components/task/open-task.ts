import { parseLines } from "@/components/log/line/line-hash";

/** The query parameter with the task whose log lies over the page. */
export const TASK_PARAM = "t";

/** The id in a text; null when it is none. */
export const parseTaskId = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** Opens a task's log over the page, as a step to come back from. */
export function openTask(taskId: number): void {
  const url = withoutLine(new URL(window.location.href));
  url.searchParams.set(TASK_PARAM, String(taskId));
  if (url.href !== window.location.href) window.history.pushState(null, "", url);
}

/** Takes the task, and the line of its log pointed at, out of the address; all else stays. */
export function closeTask(): void {
  const url = withoutLine(new URL(window.location.href));
  url.searchParams.delete(TASK_PARAM);
  window.history.replaceState(null, "", url);
}

function withoutLine(url: URL): URL {
  if (parseLines(url.hash)) url.hash = "";
  return url;
}

export const taskHref = (projectId: number, taskId: number): string => `/project/${projectId}/tasks/${taskId}`;
