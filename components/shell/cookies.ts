/** Choices of this browser, readable by scripts and by the server, so that pages come out right at once. */
export const LAST_PROJECT_COOKIE = "lastProjectId";
export const DRAWER_COOKIE = "drawer";

/** Name of the cookie with the view of the template list one looked at last; none: all templates. */
export const lastViewCookie = (projectId: number): string => `project${projectId}__lastVisitedViewId`;

const YEAR_SECONDS = 365 * 24 * 3600;

export function setCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export function clearCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
}

export function readCookie(name: string): string | null {
  const pair = document.cookie.split("; ").find((candidate) => candidate.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null;
}
