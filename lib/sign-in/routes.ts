import { database } from "@/db/client";
import { anyone } from "@/lib/access/access";
import { type RawDescription, rawEndpoint } from "@/lib/operation/endpoint";
import { emptyReply } from "@/lib/operation/http/reply";
import {
  callerOf,
  cookieOf,
  readInput,
  refuseForeign,
  refuseForeignOrigin,
  SESSION_COOKIE,
} from "@/lib/operation/http/request";
import { clearedCookies, sessionCookies } from "@/lib/operation/http/session-cookie";
import { parse } from "@/lib/operation/parse";
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

/** Semaphore's sign-in for scripts: opens the same kind of session as the form, as a cookie. */
export const login = rawEndpoint(describedLogin, async (request) => {
  refuseForeign(request.headers);
  const { ip, userAgent } = callerOf(request.headers);
  const input = parse(LoginInput, (await readInput(request, LoginInput)) ?? {});
  const { sessionId } = await signIn(database(), input, { ip, userAgent }, request.signal);
  return withCookies(sessionCookies(sessionId));
});

/** Also succeeds without a session. */
export const logout = rawEndpoint(describedLogout, async (request) => {
  refuseForeignOrigin(request, callerOf(request.headers));
  const sessionId = cookieOf(request.headers, SESSION_COOKIE);
  if (sessionId) await closeSession(database(), sessionId);
  return withCookies(clearedCookies());
});

function withCookies(cookies: string[]): Response {
  const reply = emptyReply(204);
  for (const cookie of cookies) reply.headers.append("set-cookie", cookie);
  return reply;
}
