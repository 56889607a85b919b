import { type AppError, STATUS_OF } from "@/lib/operation/errors";
import { apiText } from "@/lib/operation/http/api-texts";
import { complete, REPLY_HEADERS } from "@/lib/operation/http/reply";
import { callerOf } from "@/lib/operation/http/request";
import { clearedMarker } from "@/lib/operation/http/session-cookie";
import { log } from "@/lib/settings/log";

/** The only place where a failure becomes HTTP: `{"error"}` with the public text, or an empty body. */
export function errorResponse(error: AppError, request: Request): Response {
  if (error.code === "internal" && !isAbandoned(error, request))
    log.error(
      { err: error.details.cause, method: request.method, path: new URL(request.url).pathname },
      "request failed",
    );
  const { retryAfterSeconds, extra, inPath } = error.details;
  if (inPath && wantsPage(request)) return complete(new Response(null, { status: 302, headers: { location: "/404" } }));
  const text = apiText(error);
  const headers: Record<string, string> = { ...REPLY_HEADERS };
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  if (hasLostSession(error, request)) headers["set-cookie"] = clearedMarker();
  return new Response(text === null ? null : `${JSON.stringify({ error: text, ...extra })}\n`, {
    status: STATUS_OF[error.code],
    headers,
  });
}

/** Given up because the client has left, which is no fault of ours. */
const isAbandoned = ({ details }: AppError, { signal }: Request): boolean =>
  signal.aborted && details.cause === signal.reason;

/** A 401 that says only that the caller may not do this leaves the session as it is. */
const hasLostSession = ({ code, details }: AppError, request: Request): boolean =>
  code === "unauthenticated" &&
  details.key !== "notAllowed" &&
  callerOf(request.headers).credentials.kind === "session";

/** A browser that follows a link with an invalid id is redirected to the error page, like in Semaphore. */
const wantsPage = (request: Request): boolean => request.headers.get("accept")?.includes("text/html") ?? false;
