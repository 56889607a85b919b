import { type LineRange, lineHash, parseLines } from "@/components/log/line/line-hash";
import { addEntry, replaceAddress, stepsSinceOpened } from "@/components/shell/history-entry";

/** The query parameter of the task whose log is open over the page. */
export const TASK_PARAM = "t";
/** The chosen tab of a task; absent for the one that it opens on. */
export const TAB_PARAM = "tab";
/** The chosen result in the matrix of hosts. */
export const HOST_PARAM = "host";
export const STEP_PARAM = "step";
/** The run that a task is compared with. */
export const WITH_PARAM = "with";
/** The chosen node in the run of a workflow, and the chosen item of its matrix. */
export const NODE_PARAM = "node";
export const ITEM_PARAM = "item";

/** While the browser goes back to where no task was open. */
let wayBack: Promise<void> | null = null;

/** Opens a task's log over the page, as a new history entry. */
export function openTask(taskId: number): void {
  // An entry that is added meanwhile would be left again.
  if (wayBack) return void wayBack.then(() => openTask(taskId));
  const url = withoutPlace(new URL(window.location.href));
  const steps = url.searchParams.has(TASK_PARAM) ? stepsSinceOpened() : 0;
  url.searchParams.set(TASK_PARAM, String(taskId));
  if (url.href === window.location.href) return;
  addEntry(url, steps === null ? null : steps + 1);
}

/**
 * Removes the task, its tab and the linked line from the URL. Goes back to before the entries that opened it, otherwise Back
 * would lead to the page that is already shown.
 */
export function closeTask(): void {
  const steps = stepsSinceOpened();
  const url = withoutPlace(new URL(window.location.href));
  url.searchParams.delete(TASK_PARAM);
  window.history.replaceState(null, "", url);
  if (steps) goBack(steps);
}

function goBack(steps: number): void {
  wayBack = new Promise((resolve) => {
    const arrived = () => {
      wayBack = null;
      resolve();
    };
    window.addEventListener("popstate", arrived, { once: true });
  });
  window.history.go(-steps);
}

/** Shows a tab of the open task, in place of the one in the URL, so that Back leaves the task. */
export function openTab(tab: string | null, lines?: LineRange): void {
  const url = withoutPlace(new URL(window.location.href));
  if (tab !== null) url.searchParams.set(TAB_PARAM, tab);
  if (lines) url.hash = lineHash(lines);
  replaceAddress(url);
}

/** Names a place in the open tab; null removes one. */
export function openPlace(changes: Record<string, string | null>): void {
  const url = new URL(window.location.href);
  set(url, changes);
  replaceAddress(url);
}

/** Chooses a node in the open run; a linked line is one of another node's log. */
export function openNode(key: string | null, item: number | null): void {
  const url = new URL(window.location.href);
  if (parseLines(url.hash)) url.hash = "";
  set(url, { [NODE_PARAM]: key, [ITEM_PARAM]: item === null ? null : String(item) });
  replaceAddress(url);
}

function set(url: URL, changes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
}

function withoutPlace(url: URL): URL {
  const names = [TAB_PARAM, HOST_PARAM, STEP_PARAM, WITH_PARAM, NODE_PARAM, ITEM_PARAM];
  for (const name of names) url.searchParams.delete(name);
  if (parseLines(url.hash)) url.hash = "";
  return url;
}

export const taskHref = (projectId: number, taskId: number): string => `/project/${projectId}/tasks/${taskId}`;
