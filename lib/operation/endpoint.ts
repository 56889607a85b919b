import type { z } from "zod";
import { type Access, anyone } from "@/lib/access/access";
import { apiText } from "@/lib/operation/api-texts";
import type { Operation } from "@/lib/operation/define";
import { type AppError, STATUS_OF, toAppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { callerOf, readJson, refuseForeignOrigin } from "@/lib/operation/request";
import { log } from "@/lib/settings/log";

/** Next leaves the params of a path without any undefined. */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** A handler that says what it serves, for OpenAPI, the access matrix and the structure test. */
export type Endpoint = RouteHandler & {
  operation: Pick<Operation, "name" | "summary" | "access" | "effect" | "params" | "input" | "output">;
  status: number;
};

const HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** Serves an operation over HTTP; `status` is that of success (an operation without output answers 204). */
export function endpoint<P extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  op: Operation<Access, P, I, O>,
  { status = 200, maxBytes }: { status?: number; maxBytes?: number } = {},
): Endpoint {
  const handle: RouteHandler = (request, context) =>
    answer(request, async () => {
      const caller = callerOf(request.headers);
      refuseForeignOrigin(request, caller);
      const input =
        request.method === "POST" || request.method === "PUT" ? await readJson(request, maxBytes) : queryOf(request);
      const output = await execute(op, { ...caller, signal: request.signal }, (await context.params) ?? {}, input);
      if (output === undefined) return new Response(null, { status: status === 200 ? 204 : status, headers: HEADERS });
      return new Response(`${JSON.stringify(output)}\n`, { status, headers: HEADERS });
    });
  return Object.assign(handle, { operation: op, status });
}

const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

/** For routes that are not an operation (redirects, downloads, raw bodies); access is still named. */
export function rawEndpoint(access: Access, summary: string, handler: RouteHandler) {
  const handle: RouteHandler = (request, context) => answer(request, () => handler(request, context));
  return Object.assign(handle, { access, summary });
}

async function answer(request: Request, respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond();
  } catch (thrown) {
    return errorResponse(toAppError(thrown), request);
  }
}

/** The one place where a failure becomes HTTP: `{"error"}` with the public text, or an empty body. */
export function errorResponse(error: AppError, request: Request): Response {
  if (error.code === "internal")
    log.error(
      { err: error.details.cause, method: request.method, path: new URL(request.url).pathname },
      "request failed",
    );
  const text = apiText(error);
  const headers: Record<string, string> = { ...HEADERS };
  const { retryAfterSeconds, extra } = error.details;
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  return new Response(text === null ? null : `${JSON.stringify({ error: text, ...extra })}\n`, {
    status: STATUS_OF[error.code],
    headers,
  });
}

/** What every path under /api answers that is no route. */
export const unknownPath = rawEndpoint(
  anyone,
  "Unknown path",
  async () => new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain" } }),
);
