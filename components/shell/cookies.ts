/** Per-browser settings, readable by scripts and the server, so that pages render correctly at once. */
export const LAST_PROJECT_COOKIE = "lastProjectId";
export const DRAWER_COOKIE = "drawer";
/** The browser's time zone, so that the server renders its days. */
export const TIME_ZONE_COOKIE = "timezone";
/** "overview": the overview of all projects is the start page. */
export const HOME_COOKIE = "home";

/** Cookie name of the last selected view of the template list; without it all templates are shown. */
export const lastViewCookie = (projectId: number): string => `project${projectId}__lastVisitedViewId`;

/** "on": the end of the user's own tasks is shown on the desktop. */
export const NOTIFY_COOKIE = "notifyTaskEnd";

/** The lists beside a workflow's drawing that are collapsed. */
export const EDITOR_COOKIE = "workflowEditor";

/** With the name of a list: what the user chose for it, such as its columns. */
export const LIST_COOKIES = "list_";

const YEAR_SECONDS = 365 * 24 * 3600;

export function setCookie(name: string, value: string): void {
  store(`${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`);
}

export function clearCookie(name: string): void {
  store(`${name}=; path=/; max-age=0; samesite=lax`);
}

/** The next request carries it: Chromium stores cookies in the background, but reading one waits for that. */
function store(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = cookie;
  void document.cookie;
}

export function readCookie(name: string): string | null {
  const pair = document.cookie.split("; ").find((candidate) => candidate.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
