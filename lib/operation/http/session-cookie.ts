import { SESSION_DAYS } from "@/lib/access/actor";
import { SESSION_COOKIE } from "@/lib/operation/http/request";
import { settings } from "@/lib/settings/settings";

/** The database's row may end sooner. */
const MAX_AGE_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** Tells scripts of a page that there is a session: Semaphore's own pages look for `semaphore=`. The server ignores it. */
const MARKER_COOKIE = "signed_in_semaphore";

export const cookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: settings().publicUrl?.startsWith("https:") ?? false,
});

/** The session and its marker. */
export const sessionCookies = (sessionId: string): string[] => [
  serialize(SESSION_COOKIE, sessionId, MAX_AGE_SECONDS, "; HttpOnly"),
  markerCookie(),
];
export const clearedCookies = (): string[] => [serialize(SESSION_COOKIE, "", 0, "; HttpOnly"), clearedMarker()];

const markerCookie = (): string => serialize(MARKER_COOKIE, "1", MAX_AGE_SECONDS);
export const clearedMarker = (): string => serialize(MARKER_COOKIE, "", 0);

/** The response of next-auth, which sets and clears only the session's cookie. */
export function withMarker(response: Response): Response {
  const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`));
  if (!session) return response;
  const headers = new Headers(response.headers);
  headers.append("set-cookie", session.startsWith(`${SESSION_COOKIE}=;`) ? clearedMarker() : markerCookie());
  return new Response(response.body, { status: response.status, headers });
}

function serialize(name: string, value: string, maxAge: number, httpOnly = ""): string {
  const { path, secure } = cookieOptions();
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}${httpOnly}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
