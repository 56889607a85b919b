import { database } from "@/db/client";
import { anyone } from "@/lib/access/access";
import { returnPath, wantedPath } from "@/lib/access/sign-in-path";
import { accountOf, personOf } from "@/lib/oidc/account";
import { attemptCookie, attemptOf, clearedAttempt } from "@/lib/oidc/attempt";
import { begin, finish } from "@/lib/oidc/flow";
import { OidcProblem } from "@/lib/oidc/problem";
import { type RouteHandler, rawEndpoint } from "@/lib/operation/endpoint";
import { callerOf } from "@/lib/operation/http/request";
import { sessionCookies } from "@/lib/operation/http/session-cookie";
import { openSession, recordSignIn } from "@/lib/session/sessions";
import { log } from "@/lib/settings/log";
import type { OidcProvider } from "@/lib/settings/oidc";
import { settings } from "@/lib/settings/settings";

const SIGN_IN_PAGE = "/auth/login";

const ANSWERS = {
  307: { description: "To the provider, back to a page of the console, or to the sign-in page with `error`" },
};

/** Redirects the browser to the provider. */
export const oidcLogin = rawEndpoint(
  { name: "oidc.login", summary: "Starts a sign-in at an identity provider", access: anyone, replies: ANSWERS },
  (request, context) =>
    withProvider(context, async (provider) => {
      const { url, attempt } = await begin(provider, wantedPath(new URL(request.url).searchParams));
      return redirectTo(url.href, attemptCookie(provider.id, attempt));
    }),
);

/** The callback that the provider redirects to. */
export const oidcRedirect = rawEndpoint(
  { name: "oidc.redirect", summary: "Completes a sign-in at an identity provider", access: anyone, replies: ANSWERS },
  (request, context) =>
    withProvider(context, async (provider, path) => {
      const attempt = attemptOf(request.headers);
      const { search, searchParams } = new URL(request.url);
      if (!attempt || searchParams.get("state") !== attempt.state) throw new OidcProblem("oidcExpired");
      const person = personOf(provider, await finish(provider, search, attempt));
      const visitor = callerOf(request.headers);
      const sessionId = await database().transaction(async (tx) => {
        const userId = await accountOf(tx, person, visitor.ip);
        await recordSignIn(tx, userId, visitor);
        return openSession(tx, userId, visitor);
      });
      const target = returnPath(path === null ? attempt.returnTo : `/${path}`);
      return redirectTo(target, clearedAttempt(provider.id), ...sessionCookies(sessionId));
    }),
);

type Answer = (provider: OidcProvider, path: string | null) => Promise<Response>;

/** On any failure, redirects to the sign-in page, which explains what to do. */
async function withProvider(context: Parameters<RouteHandler>[1], answer: Answer): Promise<Response> {
  const { provider: id, path } = (await context.params) ?? {};
  const provider = settings().oidcProviders.find((known) => known.id === id);
  if (!provider) return redirectTo(SIGN_IN_PAGE);
  try {
    return await answer(provider, Array.isArray(path) ? path.join("/") : (path ?? null));
  } catch (error) {
    const key = error instanceof OidcProblem ? error.key : "internal";
    log.warn({ err: error instanceof OidcProblem ? error.cause : error, provider: id, key }, "sign-in failed");
    return redirectTo(`${SIGN_IN_PAGE}?error=${key}`, clearedAttempt(provider.id));
  }
}

function redirectTo(location: string, ...cookies: string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 307, headers });
}
