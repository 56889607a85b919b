const OWN = "http://signalbox.invalid";
const SIGN_IN = "/auth/login";

/** Added on the way by Next and next-auth, or told once: no part of where somebody wanted to go. */
const NOT_WANTED = ["_rsc", "error", "callbackUrl"];

/** The sign-in page that leads to `wanted` afterwards; null when nobody knows what was asked for. */
export function signInPath(wanted: string | null): string {
  const path = wanted === null ? "/" : returnPath(wanted);
  return path === "/" ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ redirect: path })}`;
}

/** The path with its query that a sign-in may lead to: one of ours and no other site's, "/" for anything else. */
export function returnPath(wanted: string): string {
  if (!wanted.startsWith("/") || !URL.canParse(wanted, OWN)) return "/";
  const { origin, pathname, searchParams, hash } = new URL(wanted, OWN);
  // "/.//host" is resolved to "//host", which a browser takes for another site.
  const isOurs = origin === OWN && !pathname.startsWith("//") && !pathname.startsWith("/api/");
  return isOurs ? `${pathname}${queryOf(searchParams)}${hash}` : "/";
}

/** From the query of a sign-in: `redirect`, else the start page with all of it (`t` opens a task there). */
export function wantedPath(query: URLSearchParams): string {
  const redirect = query.get("redirect");
  if (redirect !== null) return returnPath(redirect);
  return `/${queryOf(query)}`;
}

function queryOf(all: URLSearchParams): string {
  const query = new URLSearchParams(all);
  for (const name of NOT_WANTED) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
