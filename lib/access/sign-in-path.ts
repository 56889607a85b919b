const OWN = "http://signalbox.invalid";
const SIGN_IN = "/auth/login";

/** Query parameters added by Next and next-auth, which are not part of the requested page. */
const TECHNICAL_PARAMETERS = ["_rsc", "error", "callbackUrl"];

/** The sign-in page that leads to `wanted` afterwards; null if the requested page is unknown. */
export function signInPath(wanted: string | null): string {
  const path = wanted === null ? "/" : returnPath(wanted);
  return path === "/" ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ redirect: path })}`;
}

/** A path with query that is safe to go to after the sign-in: within this site, otherwise "/". */
export function returnPath(wanted: string): string {
  if (!wanted.startsWith("/") || !URL.canParse(wanted, OWN)) return "/";
  const { origin, pathname, searchParams, hash } = new URL(wanted, OWN);
  // "/.//host" resolves to "//host", which browsers take for another site.
  const isOurs = origin === OWN && !pathname.startsWith("//") && !pathname.startsWith("/api/");
  return isOurs ? `${pathname}${queryOf(searchParams)}${hash}` : "/";
}

/**
 * Where to go after the sign-in: `redirect`, or the start page with the whole query (`t` opens a task there). Browsers keep
 * a link's `hash` when the server redirects to the sign-in page.
 */
export function wantedPath(query: URLSearchParams, hash = ""): string {
  const redirect = query.get("redirect");
  if (redirect === null) return `/${queryOf(query)}${hash}`;
  const path = returnPath(redirect);
  return path.includes("#") ? path : `${path}${hash}`;
}

function queryOf(all: URLSearchParams): string {
  const query = new URLSearchParams(all);
  for (const name of TECHNICAL_PARAMETERS) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}
