import { database } from "@/db/client";
import { anyone } from "@/lib/access/access";
import { type RawDescription, rawEndpoint } from "@/lib/operation/endpoint";
import {
  callerOf,
  cookieOf,
  readInput,
  refuseForeign,
  refuseForeignOrigin,
  SESSION_COOKIE,
} from "@/lib/operation/http/request";
import { parse } from "@/lib/operation/parse";
import { clearedCookie, sessionCookie } from "@/lib/session/cookie";
import { LoginInput } from "@/lib/session/schema";
import { closeSession } from "@/lib/session/sessions";
import { signIn } from "@/lib/sign-in/sign-in";

const describedLogin: RawDescription = {
  name: "session.login",
  summary: "Signs in; sets the session cookie",
  access: anyone,
  input: LoginInput,
  replies: { 204: { description: "Signed in" } },
};

const describedLogout: RawDescription = {
  name: "session.logout",
  summary: "Ends the session",
  access: anyone,
  replies: { 204: { description: "Signed out" } },
};

/** The peer's sign-in for scripts: opens the same kind of session as the form, as a cookie. */
export const login = rawEndpoint(describedLogin, async (request) => {
  refuseForeign(request.headers);
  const { ip, userAgent } = callerOf(request.headers);
  const input = parse(LoginInput, (await readInput(request, LoginInput)) ?? {});
  const { sessionId } = await signIn(database(), input, { ip, userAgent });
  return withCookie(sessionCookie(sessionId));
});

/** Also succeeds without a session. */
export const logout = rawEndpoint(describedLogout, async (request) => {
  refuseForeignOrigin(request, callerOf(request.headers));
  const sessionId = cookieOf(request.headers, SESSION_COOKIE);
  if (sessionId) await closeSession(database(), sessionId);
  return withCookie(clearedCookie());
});

const withCookie = (cookie: string) =>
  new Response(null, {
    status: 204,
    headers: { "content-type": "application/json", "cache-control": "no-store", "set-cookie": cookie },
  });
