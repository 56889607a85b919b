import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { type RouteHandler, unknownPath } from "@/lib/operation/endpoint";
import { toAppError } from "@/lib/operation/errors";
import { errorResponse } from "@/lib/operation/http/error-reply";
import { methodNotAllowed } from "@/lib/operation/http/reply";
import { observeRequest } from "@/lib/server/metrics/metrics";
import { routes } from "@/lib/server/routes.gen";
import { unknownState } from "@/lib/state/routes";

const NEXT_AUTH = /^\/api\/auth\/(csrf|providers|session|signin|signout|callback|error|verify-request|_log)(\/|$)/;

/** A sign-in that leads on to a path. */
const DEEP_REDIRECT = /^\/api\/auth\/oidc\/[^/]+\/redirect\/./;

/** The one page below /api. */
const REFERENCE = /^\/api\/docs\/?$/;

/** What may be locked has a route for that below it, because Next knows no other methods. */
const LOCK = /\/lock$/;
const LOCK_WORDS: ReadonlyMap<string, string> = new Map([
  ["LOCK", "POST"],
  ["UNLOCK", "DELETE"],
]);

/** Tools that look for a state there. */
const STATES = /^\/+api\/+state(\/|$)/;

type Served = (typeof routes)[number];

/** Next would redirect a path with two slashes at its beginning, and show a page below /api without anything. */
const API = /^\/+api(\/|$)/;

export const isPage = (path: string): boolean => !API.test(path) || REFERENCE.test(path);

/** Routes with a catch-all stay with Next. */
export const belongsToNext = (path: string): boolean =>
  isPage(path) || NEXT_AUTH.test(path) || DEEP_REDIRECT.test(path);

/** Serves /api from the same route modules as Next would, without Next: seven times the requests a second. */
export function apiListener(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Hono({ strict: false });
  for (const route of routes.filter(({ path }) => LOCK.test(path)))
    for (const [word, method] of LOCK_WORDS)
      app.on(word, route.path.replace(LOCK, ""), (context) => serve(route, method, context));
  for (const route of routes) app.all(route.path, (context) => serve(route, context.req.method, context));
  app.notFound(({ req }) =>
    (STATES.test(req.path) ? unknownState : unknownPath)(req.raw, { params: Promise.resolve({}) }),
  );
  app.onError((error, context) => errorResponse(toAppError(error), context.req.raw));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

async function serve({ path, handlers }: Served, asked: string, { req }: Context): Promise<Response> {
  const beganAt = performance.now();
  const byMethod = new Map<string, RouteHandler>(Object.entries(handlers));
  const method = asked === "HEAD" ? "GET" : asked;
  const handler = byMethod.get(method);
  if (!handler) return methodNotAllowed([...byMethod.keys()]);
  const response = await handler(req.raw, { params: Promise.resolve(req.param()) });
  observeRequest(method, path, response.status, beganAt);
  return response;
}
