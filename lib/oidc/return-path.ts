const OWN = "http://signalbox.invalid";

/** The path with its query that a sign-in may lead to: one of ours and no other site's, "/" for anything else. */
export function returnPath(wanted: string): string {
  if (!wanted.startsWith("/") || !URL.canParse(wanted, OWN)) return "/";
  const { origin, pathname, search, hash } = new URL(wanted, OWN);
  // "/.//host" is resolved to "//host", which a browser takes for another site.
  const isOurs = origin === OWN && !pathname.startsWith("//") && !pathname.startsWith("/api/");
  return isOurs ? `${pathname}${search}${hash}` : "/";
}

/** From the query of a sign-in: `redirect`, else the start page with all of it (`t` opens a task there). */
export function wantedPath(query: URLSearchParams): string {
  const redirect = query.get("redirect");
  if (redirect !== null) return returnPath(redirect);
  return query.size > 0 ? `/?${query}` : "/";
}
